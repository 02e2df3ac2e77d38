/** Checks that the bucket does everything the portal needs of it, and says in words what is wrong. */
import { randomBytes, randomUUID } from "node:crypto";
import { type S3mini, S3ServiceError } from "s3mini";
import type { S3Settings } from "../../kernel/config-outside.ts";
import { openBucket } from "./s3-store.ts";

const codeOf = (error: S3ServiceError): string =>
  /<Code>(\w+)<\/Code>/.exec(error.body ?? "")?.[1] ?? error.serviceCode ?? "Unknown";

/** How far the store's clock is from this machine's, if the answer tells. */
function clockDifference({ body }: S3ServiceError): string {
  const there = Date.parse(/<ServerTime>([^<]+)<\/ServerTime>/.exec(body ?? "")?.[1] ?? "");
  if (Number.isNaN(there)) return "";
  const minutes = Math.round((Date.now() - there) / 60_000);
  return ` by ${Math.abs(minutes)} minutes: this machine is ${minutes < 0 ? "behind" : "ahead"}`;
}

const reasons: Record<string, (error: S3ServiceError, settings: S3Settings) => string> = {
  InvalidAccessKeyId: () => "the store does not know FILES_S3_ACCESS_KEY_ID",
  SignatureDoesNotMatch: () => "FILES_S3_SECRET_ACCESS_KEY does not belong to FILES_S3_ACCESS_KEY_ID",
  RequestTimeTooSkewed: (error) => `the clocks of this machine and of the store differ${clockDifference(error)}`,
  AuthorizationHeaderMalformed: ({ body }, { region }) => {
    const expected = /<Region>([^<]+)<\/Region>/.exec(body ?? "")?.[1];
    return `FILES_S3_REGION is ${region}, which is not the bucket's${expected ? ` (${expected})` : ""}`;
  },
  PermanentRedirect: () => "the bucket is at another address: correct FILES_S3_ENDPOINT or FILES_S3_REGION",
  NoSuchBucket: (_error, { bucket }) => `there is no bucket ${bucket} (FILES_S3_BUCKET)`,
};

/** The code of the system below a failed fetch, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
function networkCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  return error instanceof Error ? error.message : String(error);
}

function explain(error: unknown, permission: string, settings: S3Settings): string {
  if (!(error instanceof S3ServiceError))
    return `the store at ${settings.endpoint} cannot be reached (${networkCode(error)})`;
  const code = codeOf(error);
  const reason = reasons[code];
  if (reason) return reason(error, settings);
  if (error.status === 403) return `the access key lacks the permission ${permission} (${code})`;
  return `the store answered ${error.status} ${code} where ${permission} was tried`;
}

/** Nobody watches a command for longer. */
const usualPatienceMs = 50_000;

class WrongContent extends Error {}

interface Step {
  permission: string;
  run: () => Promise<unknown>;
}

function stepsOn(bucket: S3mini, { prefix }: S3Settings): Step[] {
  const key = `${prefix}check-${randomUUID()}`;
  const content = randomBytes(1000);
  return [
    {
      permission: "s3:ListBucket",
      async run() {
        const listed = await bucket.listObjectsPaged("/", prefix, 1);
        if (!listed) throw new S3ServiceError("No bucket", 404, "NoSuchBucket");
      },
    },
    { permission: "s3:PutObject", run: () => bucket.putObject(key, content) },
    {
      permission: "s3:GetObject",
      async run() {
        const part = await bucket.getObjectRaw(key, false, 100, 200);
        const bytes = Buffer.from(await part.arrayBuffer());
        if (part.status !== 206 || !bytes.equals(content.subarray(100, 200)))
          throw new WrongContent("the store does not answer ranges with the bytes that were stored");
      },
    },
    {
      permission: "s3:AbortMultipartUpload",
      run: async () => bucket.abortMultipartUpload(key, await bucket.getMultipartUploadId(key)),
    },
    { permission: "s3:DeleteObject", run: () => bucket.deleteObject(key) },
  ];
}

/**
 * What is wrong, in one sentence; null if nothing is. Leaves a small object behind if it may not be deleted. Ends within a
 * minute, whatever the store does.
 */
export async function checkBucket(settings: S3Settings, patienceMs = usualPatienceMs): Promise<string | null> {
  const ended = AbortSignal.timeout(patienceMs);
  const steps = stepsOn(openBucket(settings, ended), settings);
  for (const { permission, run } of steps) {
    try {
      await run();
    } catch (error) {
      if (ended.aborted)
        return `the store at ${settings.endpoint} does not answer in full within ${Math.round(patienceMs / 1000)} seconds`;
      // What was stored so far is removed if that is allowed.
      await steps
        .at(-1)
        ?.run()
        .catch(() => undefined);
      return error instanceof WrongContent ? error.message : explain(error, permission, settings);
    }
  }
  return null;
}

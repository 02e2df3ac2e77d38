/** Asks at start what is configured outside the portal, so that a wrong setting is known before somebody needs the part. */
import { checkBucket } from "./adapters/files/check-bucket.ts";
import { checkMailServer } from "./adapters/mail/delivery.ts";
import { checkMailbox } from "./adapters/mailbox/check-mailbox.ts";
import type { Services } from "./kernel/context.ts";

type Asked = [setting: string, consequence: string, ask: () => Promise<string | null>];

/** What cannot be used now, with the setting and what does not work without it. */
export async function findUnusableParts({
  config,
  antivirus,
}: Pick<Services, "config" | "antivirus">): Promise<{ setting: string; message: string }[]> {
  const { smtpUrl, filesS3, mailbox, clamdUrl } = config;
  const parts: Asked[] = [];
  if (smtpUrl !== undefined) parts.push(["SMTP_URL", "mails wait", () => checkMailServer(smtpUrl)]);
  if (filesS3) parts.push(["FILES_S3_ENDPOINT", "files cannot be stored or read", () => checkBucket(filesS3)]);
  if (mailbox) parts.push(["IMAP_URL", "replies are not read", () => checkMailbox(mailbox, { send: null })]);
  if (clamdUrl !== undefined)
    parts.push([
      "CLAMD_URL",
      "uploads wait",
      async () => {
        const verdict = await antivirus.check(Buffer.from("portico"));
        return verdict.kind === "unreachable" ? verdict.why : null;
      },
    ]);
  const found = await Promise.all(
    parts.map(async ([setting, consequence, ask]) => {
      const problem = await ask().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
      return problem === null ? [] : [{ setting, message: `${setting} cannot be used, so ${consequence}: ${problem}` }];
    }),
  );
  return found.flat();
}

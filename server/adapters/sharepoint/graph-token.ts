/**
 * The application's access token for Microsoft Graph: client credentials with a certificate
 * (learn.microsoft.com/entra/identity-platform/certificate-credentials) or a secret.
 */
import { constants, createHash, createPrivateKey, randomUUID, sign, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { SharepointSettings } from "../../kernel/config-outside.ts";
import { GraphError } from "./graph-error.ts";

const longestAnswerMs = 30_000;
const assertionSeconds = 600;
/** A clock that is a little ahead must not make an assertion that begins in the future. */
const backdatedSeconds = 60;
/** A token is renewed this long before it ends. */
const earlySeconds = 300;

const answer = z.object({ access_token: z.string(), expires_in: z.coerce.number() });
const refusal = z.object({ error: z.string(), error_codes: z.array(z.number()).optional() });

/** Sign-in failed; `number` is Microsoft's AADSTS number, if there is one. */
export class SignInError extends GraphError {
  readonly number: number | undefined;
  /** The server's clock. */
  readonly date: Date | undefined;
  constructor(message: string, more: { number?: number | undefined; date?: Date | undefined; status: number }) {
    super("signIn", message, more);
    this.name = "SignInError";
    this.number = more.number;
    this.date = more.date;
  }
}

/** The certificate or the key that the settings name cannot be used; Microsoft was not asked. */
export class CredentialFault extends GraphError {
  constructor(message: string) {
    super("credential", message);
    this.name = "CredentialFault";
  }
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");

/** What `parse` makes of a configured file; a fault names the setting, never the file's content. */
async function readSetting<T>(setting: string, path: string, parse: (bytes: Buffer) => T): Promise<T> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CredentialFault(`the file of ${setting} cannot be read (${error.code})`);
  });
  try {
    return parse(bytes);
  } catch {
    throw new CredentialFault(`the file of ${setting} is not what it should be, as PEM`);
  }
}

/** A JWT that proves the private key: PS256, with the certificate's SHA-256. */
async function assertion(clientId: string, audience: string, files: { certificate: string; key: string }) {
  const certificate = await readSetting("SHAREPOINT_CERTIFICATE", files.certificate, (pem) => new X509Certificate(pem));
  const key = await readSetting("SHAREPOINT_KEY", files.key, (pem) => createPrivateKey(pem));
  if (key.asymmetricKeyType !== "rsa") throw new CredentialFault("SHAREPOINT_KEY is not an RSA key");
  if (!certificate.checkPrivateKey(key))
    throw new CredentialFault("SHAREPOINT_KEY does not belong to SHAREPOINT_CERTIFICATE");
  const now = Math.floor(Date.now() / 1000);
  const thumbprint = createHash("sha256").update(certificate.raw).digest("base64url");
  const signed = [
    { alg: "PS256", typ: "JWT", "x5t#S256": thumbprint },
    {
      aud: audience,
      iss: clientId,
      sub: clientId,
      jti: randomUUID(),
      nbf: now - backdatedSeconds,
      iat: now,
      exp: now + assertionSeconds,
    },
  ]
    .map(encoded)
    .join(".");
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  return `${signed}.${sign("sha256", Buffer.from(signed), { key, ...padding }).toString("base64url")}`;
}

async function fetchToken(
  { loginUrl, tenant, clientId, credential, graphUrl }: SharepointSettings,
  ended: AbortSignal | undefined,
) {
  const address = `${loginUrl}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`;
  const proof: Record<string, string> =
    "secret" in credential
      ? { client_secret: credential.secret }
      : {
          client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
          client_assertion: await assertion(clientId, address, credential),
        };
  const response = await fetch(address, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      scope: `${graphUrl}/.default`,
      ...proof,
    }),
    redirect: "error",
    signal: AbortSignal.any([AbortSignal.timeout(longestAnswerMs), ...(ended ? [ended] : [])]),
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) {
    const given = answer.safeParse(body);
    if (given.success) return given.data;
    throw new GraphError("unreachable", "the sign-in gave no token", { status: response.status });
  }
  if (response.status >= 500 || response.status === 429)
    throw new GraphError("unreachable", `the sign-in answered ${response.status}`, { status: response.status });
  const { error = "unknown", error_codes: [number] = [] } = refusal.safeParse(body).data ?? {};
  const date = Date.parse(response.headers.get("date") ?? "");
  throw new SignInError(`the sign-in was refused: ${error}${number === undefined ? "" : ` AADSTS${number}`}`, {
    number,
    date: Number.isNaN(date) ? undefined : new Date(date),
    status: response.status,
  });
}

export interface GraphToken {
  get(): Promise<string>;
  /** Graph refused it: the next `get` fetches another. */
  forget(token: string): void;
}

/** `ended`: when nobody waits for a token any longer. */
export function createGraphToken(settings: SharepointSettings, ended?: AbortSignal): GraphToken {
  let current: { value: Promise<string>; text?: string; until: number } | undefined;
  return {
    get() {
      if (current && performance.now() < current.until) return current.value;
      const value = fetchToken(settings, ended).then(({ access_token, expires_in }) => {
        entry.text = access_token;
        entry.until = performance.now() + (expires_in - earlySeconds) * 1000;
        return access_token;
      });
      const entry: NonNullable<typeof current> = { value, until: Number.POSITIVE_INFINITY };
      current = entry;
      value.catch(() => {
        if (current === entry) current = undefined;
      });
      return value;
    },
    forget(token) {
      if (current?.text === token) current = undefined;
    },
  };
}

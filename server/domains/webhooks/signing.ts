/** Signatures as Standard Webhooks has them: HMAC-SHA256 over id, time and body. */
import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** A secret as receivers configure it. */
export const createSecret = (): string => prefix + randomBytes(32).toString("base64");

interface Signed {
  id: string;
  /** Whole seconds since 1970. */
  seconds: number;
  body: string;
}

const signatureOf = (secret: string, { id, seconds, body }: Signed): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
    .update(`${id}.${seconds}.${body}`)
    .digest("base64")}`;

/** The headers of a message: a signature for each secret. */
export const signedHeaders = (secrets: readonly string[], message: Signed): Record<string, string> => ({
  "webhook-id": message.id,
  "webhook-timestamp": String(message.seconds),
  "webhook-signature": secrets.map((secret) => signatureOf(secret, message)).join(" "),
});

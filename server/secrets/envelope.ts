/** Data keys, wrapped with the firm's key: both AES-256-GCM. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts with a nonce that is never reused with the key; the result ends with the tag. */
export const seal = (key: Buffer, nonce: Buffer, content: Buffer, bound: Buffer): Buffer =>
  Buffer.concat(sealInParts(key, nonce, content, bound));

/** The same in two parts: the encrypted content, which is as long as the content, and the tag. */
export function sealInParts(key: Buffer, nonce: Buffer, content: Buffer, bound: Buffer): [Buffer, Buffer] {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(bound);
  const sealed = cipher.update(content);
  // A stream cipher keeps nothing back.
  cipher.final();
  return [sealed, cipher.getAuthTag()];
}

/** Decrypts the result of `seal`; throws if any byte of it or of the bound data was changed. */
export function unseal(key: Buffer, nonce: Buffer, sealed: Buffer, bound: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(bound);
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  const content = decipher.update(sealed.subarray(0, -tagBytes));
  // Compares the tag.
  decipher.final();
  return content;
}

/** A new data key, unwrapped for use now and wrapped for storage with the data; unwrapping needs the same `purpose`. */
export function createDataKey(firmKey: Buffer, purpose: string): { key: Buffer; wrapped: string } {
  const key = randomBytes(32);
  const nonce = randomBytes(nonceBytes);
  return { key, wrapped: Buffer.concat([nonce, seal(firmKey, nonce, key, Buffer.from(purpose))]).toString("base64") };
}

export function unwrapDataKey(firmKey: Buffer, wrapped: string, purpose: string): Buffer {
  const bytes = Buffer.from(wrapped, "base64");
  return unseal(firmKey, bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes), Buffer.from(purpose));
}

/** Whether the firm's key opens a stored data key. */
export function canUnwrap(firmKey: Buffer, { purpose, wrapped }: { purpose: string; wrapped: string }): boolean {
  try {
    unwrapDataKey(firmKey, wrapped, purpose);
    return true;
  } catch {
    return false;
  }
}

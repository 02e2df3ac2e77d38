/** Sign-in secrets: random values, and keys derived from the firm's key for one purpose each. */
import { createHash, hkdfSync, randomBytes } from "node:crypto";
import type { Config } from "../../kernel/config.ts";
import { readFirmKey } from "../../secrets/firm-key.ts";

/** 256 random bits as URL-safe text: a token, a cookie, a reset link's string. */
export const randomValue = (): string => randomBytes(32).toString("base64url");

export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

const derived = new WeakMap<object, Map<string, Promise<Buffer>>>();

/** A key for one purpose, derived from the firm's key once per process. */
export function deriveKey(config: Config, purpose: string): Promise<Buffer> {
  const keys = derived.get(config) ?? new Map<string, Promise<Buffer>>();
  derived.set(config, keys);
  const key =
    keys.get(purpose) ??
    readFirmKey(config).then((firmKey) =>
      Buffer.from(hkdfSync("sha256", firmKey, Buffer.alloc(0), `portico ${purpose}`, 32)),
    );
  keys.set(purpose, key);
  // A failed read of the file may succeed later.
  key.catch(() => keys.delete(purpose));
  return key;
}

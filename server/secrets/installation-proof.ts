/** Shows that an answer comes from a process of this very installation: it has the firm's key, and lives in the same database. */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** 32 bytes as base64url. */
export const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/** For one question, by one process; says nothing about the key. */
export function proveInstallation(firmKey: Buffer, processId: string, challenge: string): string {
  const key = Buffer.from(hkdfSync("sha256", firmKey, "", "portico installation", 32));
  return createHmac("sha256", key).update(`${processId} ${challenge}`).digest("base64url");
}

/** Whether one of the processes proved it. A copy of the installation has the same key, but other processes. */
export function isProved(proof: string, firmKey: Buffer, processIds: readonly string[], challenge: string): boolean {
  const given = Buffer.from(proof);
  return processIds.some((id) => {
    const expected = Buffer.from(proveInstallation(firmKey, id, challenge));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

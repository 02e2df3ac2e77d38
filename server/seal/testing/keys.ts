/** Sealing keys for tests. RSA keys are generated once per file: each takes up to a second. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { issueAuthority, issueSeal, type SealingKey } from "../certificates.ts";

export const term = { from: new Date("2026-01-01T00:00:00Z"), until: new Date("2031-01-01T00:00:00Z") };
/** When the tests seal. */
export const sealedAt = new Date("2026-11-22T10:11:12Z");

export function newKey(type: "rsa" | "ec"): KeyObject {
  return type === "rsa"
    ? generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
    : generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
}
export const pkcs8 = (key: KeyObject): Buffer => key.export({ type: "pkcs8", format: "der" });

/** An authority with a certificate for the seal, which its chain contains. */
export function sealingKey(
  type: "rsa" | "ec",
  firm = "Портико",
  valid = term,
): SealingKey & { authority: Buffer; issuer: KeyObject } {
  const [issuer, key] = [newKey(type), newKey(type)];
  const authority = issueAuthority(firm, issuer, valid);
  const certificate = issueSeal(firm, key, { key: issuer, certificate: authority }, valid);
  return { key: pkcs8(key), certificate, chain: [authority], authority, issuer };
}
export const privateKey = ({ key }: SealingKey): KeyObject => createPrivateKey({ key, format: "der", type: "pkcs8" });

export const pem = (certificate: Buffer): string => new X509Certificate(certificate).toString();

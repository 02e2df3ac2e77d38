/** The signature of the list of files, as the seal writes it and the page reads it. */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { issueAuthority, issueSeal, type SealingKey } from "../../seal/certificates.ts";
import { encodeSignature, sha256, signDigest } from "../../seal/cms.ts";
import { pkcs8, sealedAt, sealingKey, term } from "../../seal/testing/keys.ts";
import { readCertificate } from "./certificates.ts";
import { checkSignature, type SignatureFault } from "./cms.ts";
import type { Bytes } from "./der.ts";

const digest = new Uint8Array(sha256(Buffer.from("list")));
const sign = (key: SealingKey): Bytes => new Uint8Array(encodeSignature(signDigest(Buffer.from(digest), key)));
async function faultOf(
  cms: Bytes,
  authority: Buffer,
  more: Partial<Parameters<typeof checkSignature>[1]> = {},
): Promise<SignatureFault | null> {
  const authorities = [readCertificate(new Uint8Array(authority))];
  const checked = await checkSignature(cms, { digest, authorities, at: sealedAt, ...more });
  return "fault" in checked ? checked.fault : null;
}
const flipped = (bytes: Bytes, place: number, bit: number): Bytes =>
  bytes.map((byte, index) => (index === place ? byte ^ (1 << bit) : byte));

test("any flipped bit of a signature is found", async () => {
  const ec = sealingKey("ec");
  const cms = sign(ec);
  expect(await faultOf(cms, ec.authority)).toBeNull();
  // Every byte, and the bits in turn.
  for (let place = 0; place < cms.length; place += 1) {
    const bit = place % 8;
    expect(await faultOf(flipped(cms, place, bit), ec.authority), `bit ${bit} of byte ${place}`).not.toBeNull();
  }
  for (const key of [ec, sealingKey("rsa")]) {
    const signed = sign(key);
    expect(await faultOf(signed, key.authority)).toBeNull();
    await fc.assert(
      fc.asyncProperty(fc.nat(signed.length - 1), fc.nat(7), async (place, bit) => {
        expect(await faultOf(flipped(signed, place, bit), key.authority)).not.toBeNull();
      }),
      { numRuns: 100 },
    );
  }
});

const curveKey = (namedCurve: string): KeyObject => generateKeyPairSync("ec", { namedCurve }).privateKey;

test.each(["P-256", "P-384", "P-521"])("keys of the curve %s are read", async (curve) => {
  const [issuer, own] = [curveKey(curve), curveKey(curve)];
  const authority = issueAuthority("Firm", issuer, term);
  const certificate = issueSeal("Firm", own, { key: issuer, certificate: authority }, term);
  // Each signature has other numbers, of which some begin with zeros and are shorter.
  for (let count = 0; count < 20; count += 1)
    expect(await faultOf(sign({ key: pkcs8(own), certificate, chain: [authority] }), authority)).toBeNull();
});

test("the signer's certificate must be of the authority, valid then, and for signing", async () => {
  const key = sealingKey("ec");
  const cms = sign(key);
  expect(await faultOf(cms, sealingKey("ec").authority)).toBe("signatureCertificate");
  for (const day of ["2025-12-31T23:59:59Z", "2031-01-01T00:00:01Z", "never"])
    expect(await faultOf(cms, key.authority, { at: new Date(day) })).toBe("signatureCertificate");
  const own = { key: pkcs8(key.issuer), certificate: key.authority, chain: [] };
  expect(await faultOf(sign(own), key.authority)).toBe("signatureCertificate");
  // A certificate that is on no way to the authority could be exchanged unnoticed.
  const more = sign({ ...key, chain: [key.authority, sealingKey("ec").authority] });
  expect(await faultOf(more, key.authority)).toBe("signatureCertificate");
  // The authority itself need not be inside.
  expect(await faultOf(sign({ ...key, chain: [] }), key.authority)).toBeNull();
});

test("a signature of something else is told from a damaged one", async () => {
  const key = sealingKey("rsa");
  const cms = sign(key);
  const other = new Uint8Array(sha256(Buffer.from("another list")));
  expect(await faultOf(cms, key.authority, { digest: other })).toBe("signatureContent");
  expect(await faultOf(cms.slice(0, -1), key.authority)).toBe("signatureEncoding");
  expect(await faultOf(new Uint8Array([...cms, 0]), key.authority)).toBe("signatureEncoding");
  expect(await faultOf(new Uint8Array([...cms, 0]), key.authority, { inPdf: true })).toBeNull();
  expect(await faultOf(flipped(cms, cms.length - 3, 0), key.authority)).toBe("signatureKey");
});

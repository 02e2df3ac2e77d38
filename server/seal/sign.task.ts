/** Seals a PDF on a worker thread, but for the time stamp, which the caller fetches before the signature is put in. */
import { createPrivateKey, sign } from "node:crypto";
import type { SealingKey } from "./certificates.ts";
import { type Signature, signedAttributes } from "./cms.ts";
import { set } from "./der.ts";
import { signatureAlgorithms } from "./oids.ts";
import { digestOf, type Prepared, prepareSeal, type SealRefusal, type SealText } from "./prepare.ts";

export interface SealOrder extends SealText {
  pdf: Uint8Array;
  key: SealingKey;
  /** Bytes kept for a time stamp. */
  reservedForStamp: number;
}
export type Signed = Prepared & { signature: Signature };

/** Kept for the signature besides certificates: attributes, algorithms, the largest RSA value, twice. */
const reservedForSignature = 3072;

export async function run({
  pdf,
  key: sent,
  reservedForStamp,
  ...text
}: SealOrder): Promise<Signed | { refused: SealRefusal }> {
  const [certificate, ...chain] = [sent.certificate, ...sent.chain].map((one) => Buffer.from(one));
  if (!certificate) throw new Error("no certificate");
  const key = createPrivateKey({ key: Buffer.from(sent.key), format: "der", type: "pkcs8" });
  const algorithm = signatureAlgorithms[key.asymmetricKeyType ?? ""];
  if (!algorithm) throw new Error(`no signatures with a key of type ${key.asymmetricKeyType}`);
  const certificates = [certificate, ...chain];
  const reserved = certificates.reduce((sum, { length }) => sum + length, reservedForSignature + reservedForStamp);
  const prepared = await prepareSeal(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length), text, reserved);
  if ("refused" in prepared) return prepared;
  const attributes = signedAttributes(digestOf(prepared), certificate);
  return {
    ...prepared,
    signature: { certificates, attributes, algorithm, value: sign("sha256", set(...attributes), key) },
  };
}

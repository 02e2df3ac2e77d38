/** Seals a PDF on a worker thread, but for the time stamp, which the caller fetches before the signature is put in. */
import type { SealingKey } from "./certificates.ts";
import { type Signature, signDigest } from "./cms.ts";
import { digestOf } from "./gap.ts";
import { type LastPages, type Prepared, prepareSeal, type SealRefusal, type SealText } from "./prepare.ts";

export interface SealOrder extends SealText {
  pdf: Uint8Array;
  key: SealingKey;
  /** Bytes kept for a time stamp. */
  reservedForStamp: number;
  lastPages?: LastPages | undefined;
}
export type Signed = Prepared & { signature: Signature };

/** Kept for the signature besides certificates: attributes, algorithms, the largest RSA value, twice. */
const reservedForSignature = 3072;

export async function run({
  pdf,
  key: sent,
  reservedForStamp,
  lastPages,
  ...text
}: SealOrder): Promise<Signed | { refused: SealRefusal }> {
  const key: SealingKey = {
    key: Buffer.from(sent.key),
    certificate: Buffer.from(sent.certificate),
    chain: sent.chain.map((one) => Buffer.from(one)),
  };
  const reserved = [key.certificate, ...key.chain].reduce(
    (sum, { length }) => sum + length,
    reservedForSignature + reservedForStamp,
  );
  const prepared = await prepareSeal(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length), text, reserved, lastPages);
  if ("refused" in prepared) return prepared;
  return { ...prepared, signature: signDigest(digestOf(prepared), key) };
}

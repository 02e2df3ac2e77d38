/** Verifies the seal of a PDF on a worker thread. */
import { type VerifiedSeal, verifySeal } from "./verify.ts";

export interface VerifyOrder {
  pdf: Uint8Array;
  authorities: Uint8Array[];
  timestampAuthorities: Uint8Array[];
}

export const run = ({ pdf, authorities, timestampAuthorities }: VerifyOrder): Promise<VerifiedSeal> =>
  verifySeal(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length), {
    authorities: authorities.map((one) => Buffer.from(one)),
    timestampAuthorities: timestampAuthorities.map((one) => Buffer.from(one)),
  });

/** How many of a holder's people sign for it: any one, two, or all. */
import type { SignerRule } from "@portico/api/contract-states.ts";

/**
 * Signatures that the holder's side needs, with so many people who may sign: two of one person's company are one.
 * A company that nobody acts for needs one, which nobody can give.
 */
export const neededSignatures = (rule: SignerRule, signers: number): number =>
  Math.max(1, rule === "any" ? 1 : rule === "two" ? Math.min(2, signers) : signers);

/** Whether the holder's side is complete: `signedBy` are the people who signed, in whatever capacity they act today. */
export function isComplete(rule: SignerRule, signers: readonly number[], signedBy: readonly number[]): boolean {
  const signed = signers.filter((id) => signedBy.includes(id)).length;
  return signed >= neededSignatures(rule, signers.length);
}

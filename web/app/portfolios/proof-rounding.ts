/** What rounding leaves over where the terms of a proof are added up as they are shown. */
import type { Proof } from "@portico/api/portfolios.ts";

/** Figures that their terms sum to, with what is taken off instead. */
const sums: Partial<Record<Proof["figure"], { less: readonly string[] }>> = {
  totalInvested: { less: [] },
  currentValue: { less: [] },
  returnVal: { less: ["totalInvested"] },
  realisedGain: { less: [] },
  income: { less: [] },
  fees: { less: [] },
  tax: { less: [] },
  netDeposits: { less: [] },
  currencyEffect: { less: [] },
};
/** Terms that are multiplied or divided. */
const factors = new Set(["shares", "price", "rate", "cost"]);

/** True where the figure is its terms' product or quotient, which rounded terms would not show. */
export const isProduct = ({ terms }: Pick<Proof, "terms">): boolean => terms.some(({ label }) => factors.has(label));

/** In the smallest unit that is shown; half a unit is rounded away from zero, as amounts on the page are. */
function rounded(text: string, decimals: number): bigint {
  const [whole = "0", part = ""] = text.replace("-", "").split(".");
  const digits = part.padEnd(decimals + 1, "0");
  const units = BigInt(whole + digits.slice(0, decimals)) + (digits.charAt(decimals) >= "5" ? 1n : 0n);
  return text.startsWith("-") ? -units : units;
}

/** The amount by which the shown result differs from its shown terms; undefined where they add up, or are no sum. */
export function roundingOf(proof: Proof, decimals: number): string | undefined {
  const sum = sums[proof.figure];
  if (!sum || proof.result === null || proof.terms.length === 0 || isProduct(proof)) return undefined;
  if (proof.terms.some(({ currency }) => currency !== proof.currency)) return undefined;
  const left = proof.terms.reduce(
    (rest, { label, value }) => rest - rounded(value, decimals) * (sum.less.includes(label) ? -1n : 1n),
    rounded(proof.result, decimals),
  );
  if (left === 0n) return undefined;
  const digits = String(left < 0n ? -left : left).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return `${left < 0n ? "-" : ""}${digits.slice(0, point)}${decimals > 0 ? "." : ""}${digits.slice(point)}`;
}

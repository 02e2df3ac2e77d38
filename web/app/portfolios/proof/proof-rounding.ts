/** The rounding difference between a proof's shown terms and its shown result. */
import type { Proof } from "@portico/api/portfolios.ts";

/** Figures that are sums of their terms, with the terms that are subtracted. */
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

/** True if the figure is a product or quotient, which rounded terms would not reproduce. */
export const isProduct = ({ terms }: Pick<Proof, "terms">): boolean => terms.some(({ label }) => factors.has(label));

/** In the smallest unit shown; half a unit is rounded away from zero, like amounts on the page. */
function rounded(text: string, decimals: number): bigint {
  const [whole = "0", part = ""] = text.replace("-", "").split(".");
  const digits = part.padEnd(decimals + 1, "0");
  const units = BigInt(whole + digits.slice(0, decimals)) + (digits.charAt(decimals) >= "5" ? 1n : 0n);
  return text.startsWith("-") ? -units : units;
}

/** The difference between the shown result and its shown terms; undefined if there is none, or it is not a sum. */
export function findRounding(proof: Proof, decimals: number): string | undefined {
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

/** An instrument's own costs: limits of what may be stated. Without zod, for pages too. */

/** Of a file of own costs: characters and rows. */
export const ownCostFileLimits = { length: 4_000_000, rows: 20_000 } as const;

/** Percentages of an instrument's own costs, in the order of forms. */
export const ownCostFields = ["ongoing", "transactions", "incidental", "oneOff", "thirdParties"] as const;
export type OwnCostField = (typeof ownCostFields)[number];

/** A percentage with at most six decimals. */
const percent = /^-?\d{1,3}(\.\d{1,6})?$/;

/** Why a percentage cannot be stated: only transaction costs, which funds work out from prices, may be below zero. Null if it can. */
export function ownCostFault(field: OwnCostField, text: string): "badFormat" | "tooSmall" | "overHundred" | null {
  if (!percent.test(text)) return "badFormat";
  const value = Number(text);
  if (value < (field === "transactions" ? -100 : 0)) return "tooSmall";
  return value > 100 ? "overHundred" : null;
}

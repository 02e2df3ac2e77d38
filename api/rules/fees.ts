/** Rules of the fee table and the treasury facts that pages check too. Without zod. */

/** What a fee is charged for, or how often. */
export const feeUnits = ["once", "order", "payment", "withdrawal", "month", "quarter", "year", "profit"] as const;
export type FeeUnit = (typeof feeUnits)[number];
export const feeKinds = ["percent", "amount"] as const;
export type FeeKind = (typeof feeKinds)[number];

export const mostFees = 60;
export const mostBanks = 20;
export const feeNameLength = 120;
export const feeNoteLength = 300;

/** A percentage from 0 to 100 with at most four decimals, in plain notation. */
export const isPercent = (text: string): boolean => /^(?:100(?:\.0{1,4})?|\d{1,2}(?:\.\d{1,4})?)$/.test(text);
/** An interest rate: it may be below zero. */
export const isRate = (text: string): boolean => isPercent(text.replace(/^-/, ""));
/** An amount of a fee with at most two decimals. */
export const isFeeAmount = (text: string): boolean => /^\d{1,9}(?:\.\d{1,2})?$/.test(text);

/** Ten-thousandths of a percent, exact. */
export const percentUnits = (text: string): number => {
  const [whole = "0", rest = ""] = text.split(".");
  return Number(whole) * 10_000 + Number(rest.padEnd(4, "0"));
};

/** Percentages above which a fee is more likely a slip than a price, by what it is charged for; of periods, for a year. */
const usualPercent: Record<FeeUnit, number> = {
  once: 10,
  order: 5,
  payment: 5,
  withdrawal: 5,
  month: 5,
  quarter: 5,
  year: 5,
  profit: 30,
};
const timesPerYear: Partial<Record<FeeUnit, number>> = { month: 12, quarter: 4 };

/** Whether staff are asked if they mean it: 90 % a year. */
export const isUnusualFee = ({ kind, value, unit }: { kind: FeeKind; value: string; unit: FeeUnit }): boolean =>
  kind === "percent" &&
  isPercent(value) &&
  percentUnits(value) * (timesPerYear[unit] ?? 1) > usualPercent[unit] * 10_000;

/** The fees of a definition that staff are asked about, by name. */
export const unusualFees = (fees: Record<"entry" | "yearly" | "exit", string>): ("entry" | "yearly" | "exit")[] =>
  (["entry", "yearly", "exit"] as const).filter((name) =>
    isUnusualFee({ kind: "percent", value: fees[name], unit: name === "yearly" ? "year" : "once" }),
  );

/** What a withdrawal costs by the fee table. Exact, and without zod: the dialog shows what the server reserves. */
import { type FeeUnit, percentUnits } from "./fees.ts";

/** A row of the fee table that is charged per withdrawal. */
export interface WithdrawalFee {
  kind: "percent" | "amount";
  value: string;
  /** Null: in every currency that has no row of its own. */
  currency: string | null;
  minimum: string | null;
}

/** The rows of the fee table that are charged per withdrawal. */
export const feesOfWithdrawals = <Fee extends WithdrawalFee & { unit: FeeUnit }>(fees: readonly Fee[]): Fee[] =>
  fees.filter(({ unit }) => unit === "withdrawal");

/** The row that applies to a currency: its own, or the one of all currencies. */
const findFee = <Fee extends WithdrawalFee>(fees: readonly Fee[], currency: string): Fee | undefined =>
  fees.find((fee) => fee.currency === currency) ?? fees.find((fee) => fee.currency === null);

const decimals = 12;
const scale = 10n ** BigInt(decimals);
const scaled = (plain: string): bigint => {
  const [whole = "0", part = ""] = plain.split(".");
  return BigInt(whole + part.slice(0, decimals).padEnd(decimals, "0"));
};
const plain = (amount: bigint): string => {
  const part = (amount % scale)
    .toString()
    .padStart(decimals, "0")
    .replace(/(?<!0)0+$/, "");
  return `${amount / scale}${part && `.${part}`}`;
};

/** The fee in the withdrawal's currency, rounded up from half to its `digits`; "0" for none. */
export function feeOfWithdrawal(
  fees: readonly WithdrawalFee[],
  { sum, currency, digits }: { sum: string; currency: string; digits: number },
): string {
  const fee = findFee(fees, currency);
  if (!fee) return "0";
  if (fee.kind === "amount") return plain(scaled(fee.value));
  const unit = 10n ** BigInt(decimals - digits);
  const exact = (scaled(sum) * BigInt(percentUnits(fee.value))) / 1_000_000n;
  const rounded = ((exact + unit / 2n) / unit) * unit;
  const minimum = scaled(fee.minimum ?? "0");
  return plain(rounded > minimum ? rounded : minimum);
}

/** The exact sum of two amounts, neither below zero. */
export const addAmounts = (one: string, other: string): string => plain(scaled(one) + scaled(other));

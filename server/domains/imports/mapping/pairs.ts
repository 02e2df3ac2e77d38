/** Exchanges of currencies that a file states as two rows, one for each leg. */
import type { CsvRow } from "../csv/records.ts";
import { RefusedRow } from "../reading/parsed-file.ts";
import { exactNumber, isNegative, isZero, sum } from "../reading/values.ts";

export interface Leg {
  /** Equal for the legs of one exchange. */
  key: string;
  row: CsvRow;
}

/** Amounts by currency. */
function netOf(legs: readonly CsvRow[]): Map<string, string> {
  const net = new Map<string, string>();
  for (const { values } of legs) {
    const currency = values.get("currency");
    const amount = values.get("amount");
    if (currency === undefined || amount === undefined)
      throw new RefusedRow("missingValue", currency === undefined ? "currency" : "amount");
    net.set(currency, sum(net.get(currency) ?? "0", exactNumber(amount, "amount")));
  }
  return net;
}

/**
 * The exchange of these legs: what goes out is its amount, what comes in its counter amount. Legs of one currency are added, as an order
 * may be filled in several parts. Throws a RefusedRow that quotes them if they are not two currencies, one in and one out.
 */
export function exchangeOf(legs: readonly CsvRow[]): CsvRow {
  const net = [...netOf(legs)];
  const out = net.filter(([, amount]) => isNegative(amount));
  const into = net.filter(([, amount]) => !isNegative(amount) && !isZero(amount));
  const paid = out[0];
  const received = into[0];
  if (!paid || !received || net.length !== 2)
    throw new RefusedRow("legsMissing", net.map(([currency, amount]) => `${amount} ${currency}`).join(", "));
  const first = legs.reduce((one, other) => (other.line < one.line ? other : one));
  const values = new Map(first.values);
  for (const column of ["fee", "tax", "id"]) values.delete(column);
  values.set("currency", paid[0]).set("amount", paid[1]);
  values.set("counter_currency", received[0]).set("counter_amount", received[1]);
  return { line: first.line, values };
}

/** The exchanges of all legs, by their keys. */
export const pairLegs = (legs: readonly Leg[]): CsvRow[][] =>
  [...Map.groupBy(legs, ({ key }) => key).values()].map((group) => group.map(({ row }) => row));

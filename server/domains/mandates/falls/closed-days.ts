/** Days of a portfolio as the comparison with the value at the beginning of the period takes them. Pure. */
import type { DailyValue } from "@portico/ledger/daily.ts";
import { isDoubt } from "@portico/ledger/daily-market.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { isDelivery, partsOf } from "@portico/ledger/entry-parts.ts";
import type { ClosedDay } from "@portico/reports/fall-notices.ts";
import type { KnownDays } from "../../portfolios/as-of/known-days.ts";

export interface UnknownDay {
  day: string;
  /** Names of instruments without a price, and currencies without a rate. */
  missing: string[];
}

type Market = Pick<KnownDays, "entries" | "series" | "baseCurrency" | "instruments">;

/** What a day lacks; nothing for a day that can be compared. */
export function missingOf({ gaps, entered }: DailyValue, { instruments }: Pick<Market, "instruments">): string[] {
  const missing = gaps
    .filter((gap) => !isDoubt(gap))
    .map((gap) => {
      const id = "instrumentId" in gap ? gap.instrumentId : undefined;
      return id === undefined ? ("currency" in gap ? gap.currency : gap.code) : (instruments.get(id)?.name ?? `#${id}`);
    });
  // Something was delivered whose worth is not known.
  return [...new Set(missing.length === 0 && entered === null ? ["?"] : missing)];
}

/** The days of `rows`, whose entries are among those given. */
export function closedDays(
  rows: readonly DailyValue[],
  market: Market,
  isBusinessDay: (day: string) => boolean,
): { days: ClosedDay[]; unknown: UnknownDay[] } {
  const entriesOf = Map.groupBy(market.entries, ({ day }) => day);
  const unknown: UnknownDay[] = [];
  const days = rows.map((row): ClosedDay => {
    const { day } = row;
    const inBase = (amount: Decimal, currency: string): Decimal => {
      const rate = market.series.rate(currency, market.baseCurrency, day);
      // A day without the rate has no value either.
      return rate ? amount.times(rate.value) : new Decimal(0);
    };
    let [deposits, withdrawals, traded] = [new Decimal(0), new Decimal(0), new Decimal(0)];
    for (const entry of entriesOf.get(day) ?? []) {
      const parts = partsOf(entry);
      if (!parts.deposit.isZero() && !isDelivery(entry)) {
        const paid = inBase(parts.deposit, entry.currency);
        if (paid.isPositive()) deposits = deposits.plus(paid);
        else withdrawals = withdrawals.minus(paid);
      }
      if (entry.kind === "buy" || entry.kind === "sell")
        traded = traded.plus(inBase(new Decimal(entry.amount), entry.currency));
    }
    // What came in or left besides cash.
    const inflow = new Decimal(row.inflow);
    const outflow = inflow.minus(row.deposits);
    const missing = missingOf(row, market);
    if (missing.length > 0) unknown.push({ day, missing });
    return {
      day,
      isBusinessDay: isBusinessDay(day),
      value: missing.length > 0 ? null : row.value,
      deposits: deposits.toFixed(),
      withdrawals: withdrawals.toFixed(),
      purchases: Decimal.max(traded.neg(), 0).toFixed(),
      deliveredIn: Decimal.max(inflow.minus(deposits), 0).toFixed(),
      deliveredOut: Decimal.max(outflow.minus(withdrawals), 0).toFixed(),
    };
  });
  return { days, unknown };
}

/** Days of one leveraged instrument, from what was paid for it (Article 62(2)). Pure. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { dailyValues, nothingHeld } from "@portico/ledger/daily.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { partsOf } from "@portico/ledger/entry-parts.ts";
import type { InstrumentDay } from "@portico/reports/fall-notices.ts";
import type { KnownEntries } from "../../portfolios/as-of/known-entries.ts";

export interface LeveragedHolding {
  instrumentId: number;
  currency: string;
  /** The first day of the holding that is not sold out. */
  since: string;
  days: InstrumentDay[];
  /** Days without a price, and what was delivered without its cost. */
  unknown: string[];
}

interface Moved {
  bought: Decimal;
  soldShare: Decimal;
}

/** The holding of an instrument up to a day; null if it is not held then. */
export function leveragedHolding(
  instrumentId: number,
  { entries: all, instruments, series }: Pick<KnownEntries, "entries" | "instruments" | "series">,
  { to, isBusinessDay }: { to: string; isBusinessDay: (day: string) => boolean },
): LeveragedHolding | null {
  const currency = instruments.get(instrumentId)?.currency;
  const own = all.filter(
    (entry) => entry.instrumentId === instrumentId && entry.quantity !== undefined && entry.day <= to,
  );
  if (currency === undefined || own.length === 0) return null;
  let units = new Decimal(0);
  let since = "";
  const moves = new Map<string, Moved>();
  const unknown: string[] = [];
  for (const entry of own) {
    const quantity = new Decimal(entry.quantity ?? 0);
    const before = units;
    units = units.plus(quantity);
    if (before.isZero()) {
      since = entry.day;
      moves.clear();
      unknown.length = 0;
    }
    if (entry.kind === "split") continue;
    const move = moves.get(entry.day) ?? { bought: new Decimal(0), soldShare: new Decimal(0) };
    if (quantity.isPositive()) {
      const paid =
        entry.kind === "buy" ? partsOf(entry).traded.neg() : entry.cost === undefined ? null : new Decimal(entry.cost);
      const rate = series.rate(entry.currency, currency, entry.day);
      if (paid === null || !rate) unknown.push(entry.day);
      else move.bought = move.bought.plus(paid.times(rate.value));
    } else if (before.gt(0)) {
      const left = new Decimal(1).minus(move.soldShare).times(units).div(before);
      move.soldShare = Decimal.max(new Decimal(1).minus(left), 0);
    }
    moves.set(entry.day, move);
  }
  if (!units.gt(0)) return null;
  // Without cash, so that the value is that of the units alone.
  const entries = own
    .filter(({ day }) => day >= since)
    .map(({ fee: _fee, tax: _tax, accruedInterest: _accrued, ...entry }) => ({ ...entry, amount: "0" }));
  const { rows } = dailyValues(
    {
      baseCurrency: currency,
      instrumentCurrency: () => currency,
      price: (id, day) => series.price(id, day, currency),
      rate: (from, day) => {
        const quote = series.rate(from, currency, day);
        return quote && { value: quote.value, day: quote.day };
      },
      splits: (id) => series.splits(id),
    },
    { state: nothingHeld(addDays(since, -1)), entries, to },
  );
  const costMissing = unknown.length > 0;
  return {
    instrumentId,
    currency,
    since,
    days: rows.map(({ day, value, gaps }) => {
      // The price of a trade is not known here, and would compare the purchase with itself.
      const isKnown = !costMissing && gaps.every(({ code }) => code === "priceStale" || code === "rateStale");
      if (!isKnown && !unknown.includes(day)) unknown.push(day);
      const { bought, soldShare } = moves.get(day) ?? { bought: new Decimal(0), soldShare: new Decimal(0) };
      return {
        day,
        isBusinessDay: isBusinessDay(day),
        value: isKnown ? value : null,
        bought: bought.toFixed(),
        soldShare: soldShare.toFixed(),
      };
    }),
    unknown,
  };
}

/** Conversion between two currencies at the rates of a day: exact, rounded once, at the end. */
import type { DayRate } from "@portico/api/payments/cash.ts";
import { Decimal } from "@portico/ledger/decimal.ts";

/** Digits of the rate that is shown. */
const rateDigits = 8;

export interface Converted {
  /** Rounded half up to the decimals of the target currency. */
  result: string;
  /** Units of the target for one of the source. */
  rate: string;
  /** The rates' own days and sources; a fixed rate has none. */
  quotes: { day: string; source: string }[];
}

/** Null if a rate is missing. `digits`: decimals of the target currency. */
export function convert(
  amount: string,
  { from, to, digits }: { from: DayRate | undefined; to: DayRate | undefined; digits: number },
): Converted | null {
  if (!from || !to) return null;
  const quotes = from.code === to.code ? [] : [from, to].filter(({ source }) => source !== "fixed");
  const rate = from.code === to.code ? new Decimal(1) : new Decimal(to.perEuro).div(from.perEuro);
  return {
    // Multiplied before it is divided, so that a round amount stays round.
    result: new Decimal(amount)
      .times(from.code === to.code ? 1 : to.perEuro)
      .div(from.code === to.code ? 1 : from.perEuro)
      .toDecimalPlaces(digits, Decimal.ROUND_HALF_UP)
      .toFixed(digits),
    rate: rate.toSignificantDigits(rateDigits).toFixed(),
    quotes: quotes
      .map(({ day, source }) => ({ day, source }))
      .filter(
        (one, place, all) => all.findIndex(({ day, source }) => day === one.day && source === one.source) === place,
      ),
  };
}

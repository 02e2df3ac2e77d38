/** Central banks' rates of a tax form, and amounts converted by them. */
import { Decimal, type Known, one, zero } from "@portico/ledger/decimal.ts";
import type { Currency, Day, DecimalString } from "@portico/ledger/entry.ts";

export interface Quote {
  /** Units of the tax's currency per ONE unit of the other, also where the bank quotes a hundred. */
  rate: DecimalString;
  /** True for units of the other currency per one unit of the tax's, as the ECB quotes: amounts are divided. */
  inverse?: boolean;
  /** The day of publication. */
  day: Day;
  /** Such as "NBP A". */
  source: string;
  /** True for a table that is published once a week (NBP's table B): its last rate before a day then is that of an earlier day. */
  weekly?: boolean;
}
/** The rate published on a day; undefined if none is known. */
export type QuoteOf = (currency: Currency, day: Day) => Quote | undefined;

/** The rate that a line was converted by; null for the tax's own currency. */
export type UsedQuote = Omit<Quote, "weekly"> | null;

export interface Found {
  /** Null if unknown. */
  rate: Known;
  inverse?: boolean;
  quote: UsedQuote;
  /** The day asked for, if its rate is missing. */
  missing?: Day;
}

/**
 * The rate of a day. One of another day is none: the law names the day, so a report says that the rate is missing instead of taking the one
 * before; except of tables that are published weekly, of which it may be up to a week older.
 */
export function findQuote(quoteOf: QuoteOf, own: Currency, currency: Currency, day: Day): Found {
  if (currency === own) return { rate: one, quote: null };
  const found = quoteOf(currency, day);
  const isOfDay =
    found && (found.day === day || (found.weekly === true && found.day < day && daysApart(found.day, day) <= 7));
  if (!isOfDay) return { rate: null, quote: null, missing: day };
  const { weekly: _weekly, ...quote } = found;
  return { rate: new Decimal(found.rate), inverse: found.inverse === true, quote };
}

const daysApart = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** An amount at a rate; 0 needs none. */
export const atRate = (amount: Known, { rate, inverse }: Pick<Found, "rate" | "inverse">): Known =>
  amount === null
    ? null
    : amount.isZero()
      ? zero
      : rate === null
        ? null
        : inverse
          ? amount.div(rate)
          : amount.times(rate);

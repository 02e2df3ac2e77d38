/** Amounts of the Bulgarian declaration in the currency of its year, and what is missing for them. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { weekdayOf } from "@portico/api/rules/holidays.ts";
import { type Known, zero } from "@portico/ledger/decimal.ts";
import type { Currency, Day } from "@portico/ledger/entry.ts";
import { euro, lev, levsPerEuro } from "@portico/ledger/fixed-rates.ts";
import { businessDayBefore, isBusinessDay } from "../calendars/business-days.ts";
import { bulgarianDays, targetDays } from "../calendars/calendars.ts";
import type { BulgarianFacts, BulgarianGap } from "./bulgaria-shapes.ts";
import { atRate, type Found, findQuote, type UsedQuote } from "./quotes.ts";

/** The first day in euro. */
const euroFrom: Day = "2026-01-01";

/** True if the rules of that time do not tell which days were off in Bulgaria. */
const isBeforeRules = (day: Day): boolean => day <= addDays(bulgarianDays.from, 7);

/** The last day on which a rate was published, which holds on the day. Before the calendar's first only weekends are known to be off. */
function publicationDay(day: Day): Day {
  if (isBeforeRules(day)) {
    const weekday = weekdayOf(day);
    return weekday < 6 ? day : addDays(day, 5 - weekday);
  }
  const calendar = day < euroFrom ? bulgarianDays : targetDays;
  return isBusinessDay(calendar, day) ? day : businessDayBefore(calendar, day);
}

/** What is missing is noted once in `gaps`. */
export class Conversion {
  readonly gaps: BulgarianGap[] = [];
  readonly #noted = new Set<string>();
  readonly currency: Currency;
  readonly #quoteOf: BulgarianFacts["quoteOf"];

  constructor({ year, quoteOf }: Pick<BulgarianFacts, "year" | "quoteOf">) {
    this.currency = year < 2026 ? lev : euro;
    this.#quoteOf = quoteOf;
  }

  note(gap: BulgarianGap): void {
    const text = JSON.stringify(gap);
    if (this.#noted.has(text)) return;
    this.#noted.add(text);
    this.gaps.push(gap);
  }

  /** Of the lev until 2025, of the euro from 2026; the rate that holds on a day is the last one published, so a weekend has Friday's. */
  #find(currency: Currency, day: Day): Found {
    const isLev = day < euroFrom;
    const own = isLev ? lev : euro;
    if (currency === (isLev ? euro : lev)) {
      const quote = { rate: levsPerEuro.toFixed(), day, source: "fixed", inverse: !isLev };
      return { rate: levsPerEuro, inverse: !isLev, quote };
    }
    return findQuote(this.#quoteOf, own, currency, currency === own ? day : publicationDay(day));
  }

  /** Amounts in the currency of the year, and what is missing if one of them is unknown for want of a rate, or doubtful. */
  attempt(
    entryId: number | null,
    currency: Currency,
    day: Day | null,
    amounts: readonly Known[],
  ): { quote: UsedQuote; values: Known[]; missing: BulgarianGap[] } {
    const needsRate = amounts.some((amount) => amount !== null && !amount.isZero());
    if (day === null) {
      const values = amounts.map((amount) => (amount?.isZero() ? zero : null));
      return { quote: null, values, missing: [] };
    }
    const found = this.#find(currency, day);
    const old = day < euroFrom && this.currency === euro;
    const values = amounts.map((amount) => {
      const value = atRate(amount, found);
      return value !== null && old ? value.div(levsPerEuro) : value;
    });
    const missing: BulgarianGap[] = [];
    if (needsRate && found.missing !== undefined)
      missing.push({ code: "rateMissing", entryId, currency, day: found.missing });
    else if (needsRate && isBeforeRules(day) && currency !== euro && currency !== lev)
      missing.push({ code: "dayOffUnknown", currency, day });
    return { quote: found.quote, values, missing };
  }

  /** As `attempt`, and notes what is missing. */
  convert(
    entryId: number | null,
    currency: Currency,
    day: Day | null,
    amounts: readonly Known[],
  ): [UsedQuote, Known[]] {
    const { quote, values, missing } = this.attempt(entryId, currency, day, amounts);
    for (const gap of missing) this.note(gap);
    return [quote, values];
  }
}

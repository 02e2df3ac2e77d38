/**
 * Converts amounts to base and to an instrument's currency at the day's rates; notes missing and stale rates on the
 * holding.
 */
import { Decimal, type Known, one, times, zero } from "./decimal.ts";
import type { Currency, Day, DecimalString } from "./entry.ts";
import { fixedCross } from "./fixed-rates.ts";
import type { Cost, Holding } from "./holding.ts";
import { isStale } from "./stale.ts";

/** Units of the base currency per unit of another; undefined if no rate is known on or before the day. */
export type RateOf = (currency: Currency, day: Day) => { rate: DecimalString; day: Day; source: string } | undefined;

export interface ConversionOptions {
  baseCurrency: Currency;
  rate: RateOf;
  instrumentCurrency: (instrumentId: number) => Currency;
}

interface Found {
  rate: Known;
  /** Day of the quote, if the quote is stale. */
  staleSince: Day | null;
}
const inBase: Found = { rate: one, staleSince: null };

export class Conversion {
  readonly #options: ConversionOptions;
  /** Long ledgers request the same rate many times. */
  readonly #known = new Map<string, Found>();

  constructor(options: ConversionOptions) {
    this.#options = options;
  }

  /** Base units per unit of a currency on a day; null if no rate is known. */
  find(currency: Currency, day: Day): Found {
    if (currency === this.#options.baseCurrency) return inBase;
    const key = currency + day;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const quote = this.#options.rate(currency, day);
    const found: Found = {
      rate: quote ? new Decimal(quote.rate) : null,
      staleSince: quote && isStale(quote.day, day) ? quote.day : null,
    };
    this.#known.set(key, found);
    return found;
  }

  /** As `find`, and notes a missing or stale rate on the holding concerned. */
  rate(currency: Currency, day: Day, concerned: Holding): Known {
    const { rate, staleSince } = this.find(currency, day);
    if (rate === null) concerned.noteMissing(currency, day);
    else if (staleSince !== null) concerned.noteStale({ currency, day, quoted: staleSince });
    return rate;
  }

  /** Units of one currency per unit of another, through base. */
  cross(from: Currency, into: Currency, day: Day, concerned: Holding): Known {
    const fixed = fixedCross(from, into, day);
    if (fixed) return fixed;
    const [fromRate, intoRate] = [this.rate(from, day, concerned), this.rate(into, day, concerned)];
    return fromRate === null || intoRate === null ? null : fromRate.div(intoRate);
  }

  /** An amount in the instrument's currency and in base. */
  worth(amount: Decimal, currency: Currency, { day, id, holding }: { day: Day; id: number; holding: Holding }): Cost {
    if (amount.isZero()) return { own: zero, base: zero };
    return {
      own: times(amount, this.cross(currency, this.#options.instrumentCurrency(id), day, holding)),
      base: times(amount, this.rate(currency, day, holding)),
    };
  }
}

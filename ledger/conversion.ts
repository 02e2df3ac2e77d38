/** Amounts in base and in an instrument's currency at the day's rates; what cannot be converted is noted where it is missed. */
import { Decimal, type Known, one, times, zero } from "./decimal.ts";
import type { Currency, Day, DecimalString } from "./entry.ts";
import type { Cost, Holding } from "./holding.ts";

/** Units of the base currency per one unit of another; undefined where no rate is known on or before the day. */
export type RateOf = (currency: Currency, day: Day) => { rate: DecimalString; day: Day; source: string } | undefined;

export interface ConversionOptions {
  baseCurrency: Currency;
  rate: RateOf;
  instrumentCurrency: (instrumentId: number) => Currency;
}

export class Conversion {
  readonly #options: ConversionOptions;
  /** Long ledgers ask for the same rate again and again. */
  readonly #known = new Map<string, Known>();

  constructor(options: ConversionOptions) {
    this.#options = options;
  }

  /** Base units per unit of a currency on a day; null where no rate is known. */
  find(currency: Currency, day: Day): Known {
    if (currency === this.#options.baseCurrency) return one;
    const key = currency + day;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#options.rate(currency, day);
    const rate = found ? new Decimal(found.rate) : null;
    this.#known.set(key, rate);
    return rate;
  }

  /** The same; a missing rate is noted on the holding whose figures it makes unknown. */
  rate(currency: Currency, day: Day, concerned: Holding): Known {
    const rate = this.find(currency, day);
    if (rate === null) concerned.noteMissing(currency, day);
    return rate;
  }

  /** Units of one currency per unit of another, over base. */
  cross(from: Currency, into: Currency, day: Day, concerned: Holding): Known {
    if (from === into) return one;
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

/**
 * Prices and rates of one day. Where the market has none on or before the day, what the holder's own entries say is carried: the
 * price that was last paid, the rate that was last dealt. The day is then incomplete and says so. Where even that is missing
 * there is no value at all, which is null, never 0.
 */
import { Decimal, type Known, minus, one, plus, read, times, zero } from "./decimal.ts";
import type { Currency, Day, DecimalString, Entry } from "./entry.ts";
import { isDelivery, partsOf } from "./entry-parts.ts";
import { inTodaysUnits, type Split } from "./splits.ts";

export type DailyGap = { code: "priceMissing"; instrumentId: number } | { code: "rateMissing"; currency: Currency };

export interface DailyOptions {
  baseCurrency: Currency;
  instrumentCurrency: (instrumentId: number) => Currency;
  /** Latest on or before the day, with its day; undefined where there is none. */
  price: (instrumentId: number, day: Day) => { value: DecimalString; day: Day } | undefined;
  /** Base units per unit of the currency; latest on or before the day. */
  rate: (currency: Currency, day: Day) => DecimalString | undefined;
}

interface Carried {
  price: (instrumentId: number) => Known;
  rate: (currency: Currency) => Known;
  splits: (instrumentId: number) => readonly Split[];
}

export class DayMarket {
  readonly #options: DailyOptions;
  readonly #day: Day;
  readonly #entries: readonly Entry[];
  readonly #carried: Carried;
  readonly #rates = new Map<Currency, Known>();
  readonly #prices = new Map<number, Known>();
  readonly gaps: DailyGap[] = [];
  /** True once something had no value at all. */
  lacks = false;

  constructor(options: DailyOptions, day: Day, entries: readonly Entry[], carried: Carried) {
    this.#options = options;
    this.#day = day;
    this.#entries = entries;
    this.#carried = carried;
  }

  /** Base units per unit of the currency. */
  rate(currency: Currency): Known {
    if (currency === this.#options.baseCurrency) return one;
    const known = this.#rates.get(currency);
    if (known !== undefined) return known;
    // Two currencies exchanged for one another, both without a rate, must not ask each other for ever.
    this.#rates.set(currency, null);
    const found = read(this.#options.rate(currency, this.#day));
    if (found === null) this.gaps.push({ code: "rateMissing", currency });
    const rate = found ?? this.#dealtRate(currency) ?? this.#carried.rate(currency);
    this.lacks ||= rate === null;
    this.#rates.set(currency, rate);
    return rate;
  }

  /** Rates that were asked for, for the next day's change. */
  usedRates(): ReadonlyMap<Currency, Known> {
    return this.#rates;
  }

  /** The market's own price, in units after all splits; null where it has none. */
  quoted(instrumentId: number): Known {
    const quote = this.#options.price(instrumentId, this.#day);
    return quote ? inTodaysUnits(quote.value, quote.day, this.#carried.splits(instrumentId)) : null;
  }

  /** Price of a unit in the instrument's currency. */
  price(instrumentId: number): Known {
    const known = this.#prices.get(instrumentId);
    if (known !== undefined) return known;
    this.#prices.set(instrumentId, null);
    const quoted = this.quoted(instrumentId);
    if (quoted === null) this.gaps.push({ code: "priceMissing", instrumentId });
    const price = quoted ?? this.#paidPrice(instrumentId) ?? this.#carried.price(instrumentId);
    this.lacks ||= price === null;
    this.#prices.set(instrumentId, price);
    return price;
  }

  /** What an amount of instruments or cash is worth in base. */
  worth(quantity: Decimal, instrumentId: number): Known {
    const rate = this.rate(this.#options.instrumentCurrency(instrumentId));
    return times(quantity, times(this.price(instrumentId), rate));
  }

  /** The rate at which the holder exchanged the currency today. */
  #dealtRate(currency: Currency): Known {
    for (const entry of this.#entries.toReversed()) {
      const { kind, counter } = entry;
      if (kind !== "fx" || counter?.currency === undefined || counter.amount === undefined) continue;
      const legs = [
        { currency: entry.currency, amount: partsOf(entry).traded.abs() },
        { currency: counter.currency, amount: new Decimal(counter.amount).abs() },
      ];
      const [own, other] = legs[0]?.currency === currency ? legs : legs.toReversed();
      if (own?.currency !== currency || !other || own.amount.isZero()) continue;
      const worth = times(other.amount, this.rate(other.currency));
      if (worth !== null) return worth.div(own.amount);
    }
    return null;
  }

  /** The price at which the instrument came or went today. */
  #paidPrice(instrumentId: number): Known {
    for (const entry of this.#entries.toReversed()) {
      const price = this.#priceIn(entry, instrumentId);
      if (price !== null) return price;
    }
    return null;
  }

  #priceIn(entry: Entry, instrumentId: number): Known {
    const { kind, counter } = entry;
    const quantity = new Decimal(entry.quantity ?? 0);
    if (entry.instrumentId === instrumentId && !quantity.isZero()) {
      if (kind === "buy" || kind === "sell")
        return this.#unit(partsOf(entry).traded.abs(), entry.currency, quantity.abs(), instrumentId);
      if (isDelivery(entry) && entry.cost !== undefined)
        return this.#unit(new Decimal(entry.cost), entry.currency, quantity.abs(), instrumentId);
    }
    if (kind !== "exchange" || counter?.instrumentId !== instrumentId || entry.instrumentId === undefined) return null;
    const incoming = new Decimal(counter.quantity ?? 0);
    if (!incoming.isPositive() || incoming.isZero()) return null;
    // What comes in is worth what went out, less the cash beside it; of a spin-off, the cost that moves.
    if (quantity.isZero())
      return entry.cost === undefined
        ? null
        : this.#unit(new Decimal(entry.cost), entry.currency, incoming, instrumentId);
    const cash = plus(
      times(partsOf(entry).traded, this.rate(entry.currency)),
      counter.currency === undefined ? zero : times(new Decimal(counter.amount ?? 0), this.rate(counter.currency)),
    );
    const given = this.worth(quantity.abs(), entry.instrumentId);
    const own = this.rate(this.#options.instrumentCurrency(instrumentId));
    const worth = minus(given, cash);
    return worth === null || own === null ? null : worth.div(incoming).div(own);
  }

  /** An amount per unit, in the instrument's currency. */
  #unit(amount: Decimal, currency: Currency, quantity: Decimal, instrumentId: number): Known {
    const own = this.#options.instrumentCurrency(instrumentId);
    if (own === currency) return amount.div(quantity);
    const [from, into] = [this.rate(currency), this.rate(own)];
    return from === null || into === null ? null : amount.times(from).div(into).div(quantity);
  }
}

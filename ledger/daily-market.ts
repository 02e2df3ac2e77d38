/**
 * Prices and rates of one day. Without a market quote on or before the day, values from the holder's own entries are
 * used. The price of a trade counts as known and is flagged until the market quotes one. Any other such value (a stated
 * cost, the value of an exchange, the rate of a deal) leaves the day incomplete. Without any of these the value is
 * null, never 0.
 */
import { Decimal, type Known, minus, one, plus, read, times, zero } from "./decimal.ts";
import type { Currency, Day, DecimalString, Entry } from "./entry.ts";
import { isDelivery, partsOf } from "./entry-parts.ts";
import { fixedCross } from "./fixed-rates.ts";
import { type HeldUnits, inHeldUnits, type PriceQuote, type Split } from "./splits.ts";
import { isStale } from "./stale.ts";

/** What a day lacks, or what makes one of its figures doubtful. */
export type DailyGap =
  | { code: "priceMissing"; instrumentId: number }
  /** `quoted` is the day of the trade. */
  | { code: "priceFromTrade"; instrumentId: number; quoted: Day }
  /** Units were traded after a split (of `splitDay`) that the holder has not booked. */
  | { code: "splitMissing"; instrumentId: number; splitDay: Day }
  | { code: "rateMissing"; currency: Currency }
  | { code: "priceStale"; instrumentId: number; quoted: Day }
  | { code: "rateStale"; currency: Currency; quoted: Day };

const doubts: readonly DailyGap["code"][] = ["priceFromTrade", "priceStale", "rateStale"];
/** True if the figure is known, but from a price or rate that must be flagged. */
export const isDoubt = ({ code }: DailyGap): boolean => doubts.includes(code);

export interface DailyOptions {
  baseCurrency: Currency;
  instrumentCurrency: (instrumentId: number) => Currency;
  /** Latest on or before the day; undefined if there is none. */
  price: (instrumentId: number, day: Day) => PriceQuote | undefined;
  /** Base units per unit of the currency; latest on or before the day, with its day. */
  rate: (currency: Currency, day: Day) => { value: DecimalString; day: Day } | undefined;
  /** Whether a price of the very day is known, in whatever currency. */
  isPricedOn?: (instrumentId: number, day: Day) => boolean;
  /** The instrument's splits, booked by any holder. */
  splits?: (instrumentId: number) => readonly Split[];
}

/** A price and the day on which it was quoted or paid; null if it was neither. */
export interface OwnPrice {
  price: Decimal;
  tradedOn: Day | null;
}

/** Each instrument's last price as a number, since most days have that of the day before. */
export type ParsedPrices = Map<number, { value: DecimalString; price: Decimal }>;

interface Carried {
  parsed: ParsedPrices;
  price: (instrumentId: number) => OwnPrice | null;
  /** Of the last trade. */
  trade: (instrumentId: number) => OwnPrice | null;
  rate: (currency: Currency) => Known;
  units: (instrumentId: number) => HeldUnits;
}

const ownPrice = (price: Known, tradedOn: Day | null): OwnPrice | null => price && { price, tradedOn };

export class DayMarket {
  readonly #options: DailyOptions;
  readonly #day: Day;
  readonly #entries: readonly Entry[];
  readonly #carried: Carried;
  readonly #rates = new Map<Currency, Known>();
  readonly #prices = new Map<number, OwnPrice | null>();
  readonly #quoted = new Map<number, Known>();
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
    // Prevents endless recursion if two currencies without a rate were exchanged for each other.
    this.#rates.set(currency, null);
    const quote = this.#options.rate(currency, this.#day);
    if (!quote) this.gaps.push({ code: "rateMissing", currency });
    else if (isStale(quote.day, this.#day)) this.gaps.push({ code: "rateStale", currency, quoted: quote.day });
    const rate = read(quote?.value) ?? this.#dealtRate(currency) ?? this.#carried.rate(currency);
    this.lacks ||= rate === null;
    this.#rates.set(currency, rate);
    return rate;
  }

  /** True if the currency's rate was quoted, on the day or before; false if it is taken from the holder's own entries. */
  hasRate(currency: Currency): boolean {
    this.rate(currency);
    return !this.gaps.some((gap) => gap.code === "rateMissing" && gap.currency === currency);
  }

  /** The rates used today, for the next day's change. */
  usedRates(): ReadonlyMap<Currency, Known> {
    return this.#rates;
  }

  /**
   * The market price of a unit as the holder counts units, in the instrument's currency; null if there is none. Some
   * reasons are noted in `gaps`.
   */
  quoted(instrumentId: number): Known {
    const known = this.#quoted.get(instrumentId);
    if (known !== undefined) return known;
    const price = this.#findQuoted(instrumentId);
    this.#quoted.set(instrumentId, price);
    return price;
  }

  #findQuoted(instrumentId: number): Known {
    const quote = this.#options.price(instrumentId, this.#day);
    if (!quote) return null;
    const facts = this.#options.splits?.(instrumentId) ?? [];
    const price = this.#parse(instrumentId, quote.value);
    const units = this.#carried.units(instrumentId);
    const isPlain = facts.length === 0 && units.splits.length === 0;
    const found = isPlain ? { price } : inHeldUnits(quote, this.#day, facts, units);
    if ("missing" in found) {
      this.gaps.push({ code: "splitMissing", instrumentId, splitDay: found.missing.day });
      return null;
    }
    if (isStale(quote.day, this.#day)) this.gaps.push({ code: "priceStale", instrumentId, quoted: quote.day });
    const own = this.#options.instrumentCurrency(instrumentId);
    return times(found.price, this.#cross(quote.currency ?? own, own));
  }

  #parse(instrumentId: number, value: DecimalString): Decimal {
    const known = this.#carried.parsed.get(instrumentId);
    if (known?.value === value) return known.price;
    const price = new Decimal(value);
    this.#carried.parsed.set(instrumentId, { value, price });
    return price;
  }

  /** Units of one currency per unit of another. */
  #cross(from: Currency, into: Currency): Known {
    const fixed = fixedCross(from, into, this.#day);
    if (fixed) return fixed;
    const [fromRate, intoRate] = [this.rate(from), this.rate(into)];
    return fromRate === null || intoRate === null ? null : fromRate.div(intoRate);
  }

  /** Price of a unit in the instrument's currency. */
  price(instrumentId: number): Known {
    return this.ownPrice(instrumentId)?.price ?? null;
  }

  /** As `price`, with the day on which it was paid; a quoted price counts as paid today. */
  ownPrice(instrumentId: number): OwnPrice | null {
    const known = this.#prices.get(instrumentId);
    if (known !== undefined) return known;
    this.#prices.set(instrumentId, null);
    const quoted = this.quoted(instrumentId);
    const price =
      ownPrice(quoted, this.#day) ??
      this.#carried.trade(instrumentId) ??
      this.paidPrice(instrumentId, this.#entries) ??
      this.#carried.price(instrumentId);
    const isNamed = this.gaps.some((gap) => gap.code === "splitMissing" && gap.instrumentId === instrumentId);
    if (quoted === null && !isNamed) {
      const tradedOn = price?.tradedOn;
      this.gaps.push(
        tradedOn ? { code: "priceFromTrade", instrumentId, quoted: tradedOn } : { code: "priceMissing", instrumentId },
      );
    }
    this.lacks ||= price === null;
    this.#prices.set(instrumentId, price);
    return price;
  }

  /** What `ask` finds of the day's prices and rates, without noting what is missing: for figures beside the day's own. */
  aside(ask: () => Known): Known {
    const maps: readonly Map<unknown, unknown>[] = [this.#rates, this.#prices, this.#quoted];
    const [kept, gaps, lacks] = [maps.map((map) => new Map(map)), this.gaps.length, this.lacks];
    const found = ask();
    if (this.gaps.length === gaps && this.lacks === lacks && maps.every((map, at) => map.size === kept[at]?.size))
      return found;
    this.gaps.length = gaps;
    this.lacks = lacks;
    maps.forEach((map, at) => {
      for (const key of map.keys()) if (!kept[at]?.has(key)) map.delete(key);
    });
    return found;
  }

  /** The rate, or the worth of a quantity, of something that may not be held at the day's end. */
  rateAside(currency: Currency): Known {
    const known = currency === this.#options.baseCurrency ? one : this.#rates.get(currency);
    return known === undefined ? this.aside(() => this.rate(currency)) : known;
  }

  worthAside(quantity: Decimal, instrumentId: number): Known {
    const isKnown = this.#prices.has(instrumentId) && this.#rates.has(this.#options.instrumentCurrency(instrumentId));
    return isKnown ? this.worth(quantity, instrumentId) : this.aside(() => this.worth(quantity, instrumentId));
  }

  /** Value of a quantity of an instrument in base. */
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

  /** The price per unit paid in a buy or sell, or stated for a delivery; null for free units, which give no price. */
  tradedPrice(entry: Entry, instrumentId: number): OwnPrice | null {
    const traded = entry.value === undefined ? partsOf(entry).traded : new Decimal(entry.value);
    const quantity = new Decimal(entry.quantity ?? 0);
    if (traded.isZero() || quantity.isZero()) return null;
    return ownPrice(this.#unit(traded.abs(), entry.currency, quantity.abs(), instrumentId), entry.day);
  }

  /** The price per unit in entries of the instrument other than trades. */
  paidPrice(instrumentId: number, entries: readonly Entry[]): OwnPrice | null {
    for (const entry of entries.toReversed()) {
      const price = this.#priceIn(entry, instrumentId);
      if (price !== null) return price;
    }
    return null;
  }

  #priceIn(entry: Entry, instrumentId: number): OwnPrice | null {
    const quantity = new Decimal(entry.quantity ?? 0);
    if (entry.instrumentId === instrumentId && !quantity.isZero() && isDelivery(entry) && entry.cost !== undefined)
      return ownPrice(this.#unit(new Decimal(entry.cost), entry.currency, quantity.abs(), instrumentId), null);
    return ownPrice(this.#exchangedPrice(entry, quantity, instrumentId), null);
  }

  #exchangedPrice(entry: Entry, quantity: Decimal, instrumentId: number): Known {
    const { kind, counter } = entry;
    if (kind !== "exchange" || counter?.instrumentId !== instrumentId || entry.instrumentId === undefined) return null;
    const incoming = new Decimal(counter.quantity ?? 0);
    if (!incoming.isPositive() || incoming.isZero()) return null;
    // The incoming units are worth what went out minus the cash received; in a spin-off, the cost that moves.
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
    const cross = this.#cross(currency, this.#options.instrumentCurrency(instrumentId));
    return cross && amount.times(cross).div(quantity);
  }
}

/**
 * A holder's value per day in base currency, and the reasons for its changes. The change of a holding on a day is split
 * exactly:
 *
 *   fx    = opening local value × (rate today − rate before)
 *   price = (closing local − opening local − local changes by trades, flows and income) × rate today
 *
 * so opening + deposits + price + fx + income − fees − tax = closing for each day and therefore for any range. The
 * difference between the price of a trade and the closing price is part of `price`; a spread in a currency exchange is
 * part of `fx`. An item without any value (no price was ever quoted or paid) is outside the portfolio. It enters as a
 * deposit on the first day on which it can be valued, so a price that arrives late is no gain.
 */
import type { DailyRow } from "./bridge.ts";
import { DailyHoldings, type Held, type HeldState } from "./daily-holdings.ts";
import { type DailyGap, type DailyOptions, DayMarket, isDoubt, type ParsedPrices } from "./daily-market.ts";
import { moveBetween } from "./daily-moves.ts";
import {
  type Closing,
  type ClosingRate,
  closingRateOf,
  type DailyResults,
  type HoldingKey,
  HoldingResults,
} from "./daily-results.ts";
import { Decimal, type Known, one, plain, times, zero } from "./decimal.ts";
import type { Currency, Day, DecimalString, Entry } from "./entry.ts";
import { type EntryParts, isDelivery, partsOf } from "./entry-parts.ts";
import { afterSplit, splitOf, withSplit } from "./splits.ts";

export { type HeldState, nothingHeld } from "./daily-holdings.ts";
export type { DailyGap, DailyOptions, DailyResults };

export interface DailyValue extends DailyRow {
  /** `fx` by currency, without the result of exchanges. */
  fxOf: Record<Currency, DecimalString>;
  /** Part of `fx`: exchanges dealt at a rate other than the day's. */
  exchanged: DecimalString;
  /** False if the day lacks a price or rate; doubtful ones are listed in `gaps` and count as known. */
  complete: boolean;
  /**
   * Part of `deposits` that nobody paid: items outside that could first be valued on this day, less what was given for items
   * without a value. Null if something was paid or delivered whose worth is unknown.
   */
  entered: DecimalString | null;
  /** Whether something that was held at the close, or at the one before, had a price of the day. */
  priced: boolean;
  gaps: DailyGap[];
}

const nextDay = (day: Day): Day => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Prices of an instrument before one of the day's deliveries, for lack of a quote. */
interface BeforeDelivery {
  trade: Known;
  last: Known;
}

/** Worth of delivered units in base; `isKnown` is false for an estimate. */
interface Delivered {
  worth: Known;
  isKnown: boolean;
}

/** A holding that had no value at the last close, and what it is worth today. */
interface Outside {
  key: HoldingKey;
  worth: () => Known;
}

/** Reasons for the change of a day's value, in base. */
interface Sums {
  deposits: Decimal;
  /** The incoming part of the deposits. */
  inflow: Decimal;
  /** The part of the deposits that nobody paid. */
  entered: Decimal;
  /** False once a payment or delivery of unknown worth was met. */
  isPaidKnown: boolean;
  /** The incoming part by the holding that it came into. */
  inflowOf: Map<HoldingKey, Decimal>;
  fx: Decimal;
  fxOf: Map<Currency, Decimal>;
  exchanged: Decimal;
  income: Decimal;
  fees: Decimal;
  tax: Decimal;
}

function add<Key>(sums: Map<Key, Decimal>, key: Key, amount: Decimal): void {
  const sum = sums.get(key);
  sums.set(key, sum ? sum.plus(amount) : amount);
}

/** `key` is the holding that it comes into or leaves. */
function flow(sums: Sums, amount: Decimal, key: HoldingKey): void {
  sums.deposits = sums.deposits.plus(amount);
  if (!amount.isPositive() || amount.isZero()) return;
  sums.inflow = sums.inflow.plus(amount);
  add(sums.inflowOf, key, amount);
}

/** Value that enters or leaves because it becomes known or unknown, not because it is paid. */
function enter(sums: Sums, amount: Decimal, key: HoldingKey): void {
  flow(sums, amount, key);
  sums.entered = sums.entered.plus(amount);
}

/** Calculates one day after another. */
class DailyWalk {
  readonly #options: DailyOptions;
  readonly #held: DailyHoldings;
  readonly #parsed: ParsedPrices = new Map();
  readonly #results: HoldingResults;
  /** Of all days so far. */
  readonly inflowOf = new Map<HoldingKey, Decimal>();
  /** Of the last day. */
  charges: Charge[] = [];

  constructor(options: DailyOptions, state: HeldState) {
    this.#options = options;
    this.#held = new DailyHoldings(options, state);
    this.#results = new HoldingResults(options.baseCurrency);
    const rateOf = (currency: Currency): Known => this.#before(currency) ?? null;
    for (const [id, { currency, quantity, last }] of this.#held.positions)
      this.#results.begin(id, currency, { quantity, price: last?.price ?? null, rate: rateOf(currency) });
    for (const [currency, quantity] of this.#held.cash)
      this.#results.begin(currency, currency, { quantity, price: one, rate: rateOf(currency) });
  }

  results(): DailyResults {
    return this.#results.results();
  }

  state(day: Day): HeldState {
    return this.#held.state(day);
  }

  /** What is held after the last day, whose row it is; their sum, with the cash, is the day's value. */
  worths({ gaps }: Pick<DailyValue, "gaps">): Worths {
    const missing = gaps.filter((gap) => !isDoubt(gap));
    return new Map(
      [...this.#held.positions].map(([id, { quantity, currency, last }]) => {
        const isMissing = missing.some((gap) =>
          "currency" in gap ? gap.currency === currency : gap.instrumentId === id,
        );
        const rate = this.#before(currency);
        return [id, isMissing || last === null || !rate ? null : quantity.times(last.price).times(rate)];
      }),
    );
  }

  /** What is held after the last day and how it was valued: the values that are known sum to the day's. */
  closing({ gaps }: Pick<DailyValue, "gaps">): ClosedHolding[] {
    const missing = gaps.filter((gap) => !isDoubt(gap));
    const isEstimate = (key: HoldingKey, currency: Currency): boolean =>
      missing.some((gap) => ("currency" in gap ? gap.currency === currency : gap.instrumentId === key));
    const closed = (key: HoldingKey, quantity: Decimal, currency: Currency, price: Known): ClosedHolding => {
      const rate = this.#before(currency) ?? null;
      const value = price === null || rate === null ? null : quantity.times(price).times(rate);
      return { key, currency, quantity, price, rate, value, isEstimate: isEstimate(key, currency) };
    };
    const held = [...this.#held.positions].filter(([, { quantity }]) => !quantity.isZero());
    const cash = [...this.#held.cash].filter(([, amount]) => !amount.isZero());
    return [
      ...held.map(([id, { quantity, currency, last }]) => closed(id, quantity, currency, last?.price ?? null)),
      ...cash.map(([currency, amount]) => closed(currency, amount, currency, one)),
    ];
  }

  day(day: Day, entries: readonly Entry[]): DailyValue {
    this.charges = [];
    const market = new DayMarket(this.#options, day, entries, {
      price: (id) => this.#held.positions.get(id)?.last ?? null,
      trade: (id) => this.#held.positions.get(id)?.trade ?? null,
      rate: (currency) => this.#held.rates.get(currency) ?? null,
      units: (id) => this.#held.unitsOf(id),
      parsed: this.#parsed,
    });
    const flows = { deposits: zero, inflow: zero, entered: zero, isPaidKnown: true, inflowOf: this.inflowOf };
    const sums: Sums = { ...flows, fx: zero, fxOf: new Map(), exchanged: zero, income: zero, fees: zero, tax: zero };
    const { opening, outside } = this.#open(market, sums);
    const { isPricedOn = () => false } = this.#options;
    const wasPriced = this.#held.positions.keys().some((id) => isPricedOn(id, day));
    const deliveries = new Map<Entry, BeforeDelivery>();
    const booked: { entry: Entry; parts: EntryParts }[] = [];
    for (const entry of entries) {
      if (isDelivery(entry)) deliveries.set(entry, this.#pricesOf(entry));
      const parts = partsOf(entry);
      this.#book(entry, parts, market, sums);
      booked.push({ entry, parts });
    }
    const value = this.#close(market);
    for (const { key, worth } of outside) enter(sums, worth() ?? zero, key);
    for (const { entry, parts } of booked) {
      const delivered = this.#cross(entry, parts, market, sums, deliveries.get(entry));
      moveBetween(entry, parts, { market, options: this.#options, results: this.#results, delivered });
    }
    // What did not move today is counted above.
    const isNewPriced = ([id, { quantity, lastMoved }]: [number, Held]): boolean =>
      lastMoved === day && !quantity.isZero() && isPricedOn(id, day);
    const priced = wasPriced || this.#held.positions.entries().some(isNewPriced);
    const result = value.minus(opening).minus(sums.deposits);
    this.#endResults(market, { result, invested: opening.plus(sums.inflow) });
    for (const [id, { quantity }] of this.#held.positions) if (quantity.isZero()) this.#held.positions.delete(id);
    for (const [currency, rate] of market.usedRates()) if (rate) this.#held.rates.set(currency, rate);
    const { deposits, inflow, fx, income, fees, tax } = sums;
    const price = result.minus(fx).minus(income).plus(fees).plus(tax);
    return {
      day,
      value: plain(value),
      deposits: plain(deposits),
      inflow: plain(inflow),
      price: plain(price),
      fx: plain(fx),
      fxOf: Object.fromEntries([...sums.fxOf].map(([currency, brought]) => [currency, plain(brought)])),
      exchanged: plain(sums.exchanged),
      income: plain(income),
      fees: plain(fees),
      tax: plain(tax),
      complete: market.gaps.every(isDoubt),
      entered: sums.isPaidKnown ? plain(sums.entered) : null,
      priced,
      gaps: market.gaps,
    };
  }

  /** Yesterday's value and its currency effect; `outside` values the items that had none with today's figures. */
  #open(market: DayMarket, sums: Sums): { opening: Decimal; outside: Outside[] } {
    const outside: Outside[] = [];
    // As valued at the end of the day before.
    const local = this.#held.local ?? new Map<Currency, Decimal>();
    const isValued = this.#held.local !== null;
    for (const [id, { quantity, currency, last }] of this.#held.positions) {
      if (last === null || !this.#before(currency)) outside.push({ key: id, worth: () => market.worth(quantity, id) });
      else if (!isValued) add(local, currency, quantity.times(last.price));
    }
    for (const [currency, amount] of this.#held.cash) {
      if (amount.isZero()) continue;
      if (!this.#before(currency)) outside.push({ key: currency, worth: () => times(amount, market.rate(currency)) });
      else if (!isValued) add(local, currency, amount);
    }
    let opening = zero;
    for (const [currency, amount] of local) {
      const before = this.#before(currency) ?? zero;
      opening = opening.plus(amount.times(before));
      if (currency === this.#options.baseCurrency || amount.isZero()) continue;
      const brought = amount.times((market.rate(currency) ?? before).minus(before));
      if (brought.isZero()) continue;
      sums.fx = sums.fx.plus(brought);
      sums.fxOf.set(currency, brought);
    }
    return { opening, outside };
  }

  #before(currency: Currency): Decimal | undefined {
    return currency === this.#options.baseCurrency ? one : this.#held.rates.get(currency);
  }

  /** Changes quantities and cash, and adds the entry's parts to the day's sums. */
  #book(entry: Entry, parts: EntryParts, market: DayMarket, sums: Sums): void {
    const { kind, instrumentId, currency, quantity, counter, day } = entry;
    this.#held.addCash(currency, new Decimal(entry.amount));
    if (counter?.currency !== undefined) this.#held.addCash(counter.currency, new Decimal(counter.amount ?? 0));
    if (kind !== "split") this.#held.settleInCash([instrumentId, counter?.instrumentId], day);
    if (instrumentId !== undefined && quantity !== undefined) {
      const before = this.#held.positions.get(instrumentId)?.quantity ?? zero;
      const held = this.#held.addQuantity(instrumentId, quantity, day, kind === "split");
      const split = kind === "split" ? splitOf(day, before, held.quantity) : undefined;
      if (split) {
        this.#held.splits.set(instrumentId, withSplit(this.#held.splits.get(instrumentId) ?? [], split));
        held.last = held.last && { ...held.last, price: afterSplit(held.last.price, split) };
        held.trade = held.trade && { ...held.trade, price: afterSplit(held.trade.price, split) };
      }
      if (kind === "buy" || kind === "sell" || entry.value !== undefined)
        held.trade = market.tradedPrice(entry, instrumentId) ?? held.trade;
      // For deliveries later on the day.
      const paid = isDelivery(entry) ? market.paidPrice(instrumentId, [entry]) : null;
      if (paid) held.last = paid;
    }
    if (counter?.instrumentId !== undefined && counter.quantity !== undefined)
      this.#held.addQuantity(counter.instrumentId, counter.quantity, day);
    const { deposit, income, fees, tax } = parts;
    if (deposit.isZero() && income.isZero() && fees.isZero() && tax.isZero()) return;
    const rate = market.rate(currency);
    if (!deposit.isZero() && !market.hasRate(currency)) sums.isPaidKnown = false;
    if (!fees.isZero()) this.charges.push({ entry, amount: fees, rate });
    if (rate === null) return;
    flow(sums, deposit.times(rate), currency);
    sums.income = sums.income.plus(income.times(rate));
    sums.fees = sums.fees.plus(fees.times(rate));
    sums.tax = sums.tax.plus(tax.times(rate));
  }

  /** Uses closing prices after all entries, so that new and existing holdings are valued alike. */
  #close(market: DayMarket): Decimal {
    const local = new Map<Currency, Decimal>();
    for (const [id, held] of this.#held.positions) {
      if (held.quantity.isZero()) continue;
      held.last = market.ownPrice(id);
      const rate = market.rate(held.currency);
      if (rate && held.last) add(local, held.currency, held.quantity.times(held.last.price));
    }
    for (const [currency, amount] of this.#held.cash) {
      // No rate is needed for what is not there.
      if (!amount.isZero() && market.rate(currency)) add(local, currency, amount);
    }
    this.#held.local = local;
    let value = zero;
    for (const [currency, amount] of local) value = value.plus(times(amount, market.rate(currency)) ?? zero);
    return value;
  }

  #endResults(market: DayMarket, of: { result: Decimal; invested: Decimal }): void {
    const missing = market.gaps.filter((gap) => !isDoubt(gap));
    if (missing.length > 0)
      this.#results.miss((key, currency) =>
        missing.some((gap) => ("currency" in gap ? gap.currency === currency : gap.instrumentId === key)),
      );
    const rates = new Map<Currency, ClosingRate>();
    const rateOf = (currency: Currency): ClosingRate => {
      const known = rates.get(currency);
      if (known) return known;
      const exact = currency === this.#options.baseCurrency ? one : (market.usedRates().get(currency) ?? null);
      const rate = closingRateOf(exact);
      rates.set(currency, rate);
      return rate;
    };
    for (const [id, { quantity, currency, last }] of this.#held.positions)
      if (!quantity.isZero()) this.#results.close(id, currency, last?.price ?? null, rateOf(currency));
    for (const [currency, amount] of this.#held.cash)
      if (!amount.isZero()) this.#results.close(currency, currency, one, rateOf(currency));
    const closing = (key: HoldingKey): Closing => {
      if (typeof key === "string")
        return { quantity: this.#held.cash.get(key) ?? zero, price: one, rate: rateOf(key).exact };
      const { exact: rate } = rateOf(this.#options.instrumentCurrency(key));
      const { quantity = zero, last = null } = this.#held.positions.get(key) ?? {};
      return { quantity, price: quantity.isZero() ? null : (last?.price ?? null), rate };
    };
    this.#results.end(closing, of);
  }

  /** Flows of an entry: deliveries, currency exchanges, and trades with items that have no value. Returns what was delivered. */
  #cross(
    entry: Entry,
    { traded }: EntryParts,
    market: DayMarket,
    sums: Sums,
    before: BeforeDelivery | undefined,
  ): Delivered | undefined {
    const { kind, instrumentId, counter } = entry;
    if (instrumentId !== undefined && before) {
      const delivered = this.#delivered(entry, instrumentId, market, before);
      if (!delivered.isKnown) sums.isPaidKnown = false;
      flow(sums, delivered.worth ?? zero, instrumentId);
      return delivered;
    }
    if (kind !== "fx" && !market.lacks) return undefined;
    const legs: Known[] = [];
    // Capital paid back by an instrument without any value was not in the portfolio before.
    if (kind === "returnOfCapital" && instrumentId !== undefined && market.price(instrumentId) === null)
      legs.push(null);
    if (!traded.isZero()) legs.push(times(traded, market.rate(entry.currency)));
    if (counter?.currency !== undefined)
      legs.push(times(new Decimal(counter.amount ?? 0), market.rate(counter.currency)));
    if (kind !== "split" && instrumentId !== undefined && entry.quantity !== undefined)
      legs.push(market.worth(new Decimal(entry.quantity), instrumentId));
    if (counter?.instrumentId !== undefined)
      legs.push(market.worth(new Decimal(counter.quantity ?? 0), counter.instrumentId));
    const known = legs.reduce<Decimal>((sum, leg) => sum.plus(leg ?? zero), zero);
    if (legs.includes(null)) enter(sums, known, entry.currency);
    else if (kind === "fx") {
      sums.fx = sums.fx.plus(known);
      sums.exchanged = sums.exchanged.plus(known);
    }
    return undefined;
  }

  /**
   * Value of delivered units: at the day's quoted price, as the custodian states it, or at that of the last trade; before
   * any price at stated cost, or without one, at the last price used, which is an estimate. The stored state follows the
   * same rule (replay.ts).
   */
  #delivered(entry: Entry, instrumentId: number, market: DayMarket, { trade, last }: BeforeDelivery): Delivered {
    const stated = entry.value === undefined ? null : market.tradedPrice(entry, instrumentId);
    const price = market.quoted(instrumentId) ?? stated?.price ?? trade;
    const quantity = new Decimal(entry.quantity ?? 0);
    if (price === null && entry.cost !== undefined) {
      const worth = times(new Decimal(entry.cost), market.rate(entry.currency));
      return { worth, isKnown: market.hasRate(entry.currency) };
    }
    const currency = this.#options.instrumentCurrency(instrumentId);
    const worth = times(quantity, times(price ?? last, market.rate(currency)));
    return { worth, isKnown: quantity.isZero() || (price !== null && market.hasRate(currency)) };
  }

  #pricesOf({ instrumentId = 0 }: Entry): BeforeDelivery {
    const { trade, last } = this.#held.positions.get(instrumentId) ?? {};
    return { trade: trade?.price ?? null, last: last?.price ?? null };
  }
}

interface DaysToValue {
  state: HeldState;
  entries: readonly Entry[];
  to: Day;
  /** Told of each day, in order, with what each instrument is worth at its close, and all that is held then. */
  onDay?: (row: DailyValue, worths: () => Worths, detail: DayDetail) => void;
}

/** An instrument or a currency held at a day's close. */
export interface ClosedHolding {
  key: HoldingKey;
  currency: Currency;
  quantity: Decimal;
  /** Of a unit, in `currency`; 1 for cash. */
  price: Known;
  /** Base units per unit of `currency`. */
  rate: Known;
  /** In base. */
  value: Known;
  /** It was valued without a quote of its price or rate: counted in the day's value, which is incomplete. */
  isEstimate: boolean;
}

/** What an entry of the day charged; a cost is positive. */
export interface Charge {
  entry: Entry;
  /** In the entry's currency. */
  amount: Decimal;
  /** Base units per unit of it; null if the day's fees leave it out. */
  rate: Known;
}

/** What a day's figures consist of. */
export interface DayDetail {
  holdings: () => ClosedHolding[];
  charges: readonly Charge[];
}

/** What instruments are worth at a day's close, in base, by id; null if a price or rate is missing. */
export type Worths = ReadonlyMap<number, Known>;

/**
 * Values of every day after `state.day` up to `to`. `entries` are those after `state.day`, in order and without
 * reversed pairs. Returns the rows, the results of each holding over all of them, what came into each from outside
 * (`inflowOf`), and the state at their end for a later call.
 */
export function dailyValues(
  options: DailyOptions,
  { state, entries, to, onDay }: DaysToValue,
): { rows: DailyValue[]; results: DailyResults; inflowOf: ReadonlyMap<HoldingKey, Decimal>; state: HeldState } {
  const walk = new DailyWalk(options, state);
  const byDay = Map.groupBy(entries, ({ day }) => day);
  const rows: DailyValue[] = [];
  let last = state.day;
  for (let day = nextDay(state.day); day <= to; day = nextDay(day)) {
    const row = walk.day(day, byDay.get(day) ?? []);
    rows.push(row);
    onDay?.(row, () => walk.worths(row), { holdings: () => walk.closing(row), charges: walk.charges });
    last = day;
  }
  return { rows, results: walk.results(), inflowOf: walk.inflowOf, state: walk.state(last) };
}

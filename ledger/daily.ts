/**
 * A holder's value per day in base currency, and what moved it. Every holding's change of a day splits exactly:
 *
 *   fx    = opening local value × (rate today − rate before)
 *   price = (closing local − opening local − what trades, flows and income moved, local) × rate today
 *
 * so opening + deposits + price + fx + income − fees − tax = closing holds each day, and so for any range. A price of a
 * trade that differs from the day's closing price is part of `price`; a spread in a currency exchange is part of `fx`.
 */
import type { DailyRow } from "./bridge.ts";
import { Decimal, plain, zero } from "./decimal.ts";
import type { Currency, Day, DecimalString, Entry } from "./entry.ts";

export type DailyGap = { code: "priceMissing"; instrumentId: number } | { code: "rateMissing"; currency: Currency };

export interface DailyValue extends DailyRow {
  complete: boolean;
  gaps: DailyGap[];
}

/** What is held at the end of a day: enough to go on from there. */
export interface HeldState {
  day: Day;
  positions: Record<string, DecimalString>;
  cash: Record<Currency, DecimalString>;
  /** The last rate and price used, which the next day's change is measured from. */
  rates: Record<Currency, DecimalString>;
  prices: Record<string, DecimalString>;
}

export interface DailyOptions {
  baseCurrency: Currency;
  instrumentCurrency: (instrumentId: number) => Currency;
  /** Latest on or before the day; undefined where there is none. */
  price: (instrumentId: number, day: Day) => DecimalString | undefined;
  /** Base units per unit of the currency; latest on or before the day. */
  rate: (currency: Currency, day: Day) => DecimalString | undefined;
}

export const nothingHeld = (day: Day): HeldState => ({ day, positions: {}, cash: {}, rates: {}, prices: {} });

const nextDay = (day: Day): Day => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

interface Holding {
  quantity: Decimal;
  currency: Currency;
  price: Decimal | null;
}

/** The working day: sums in base, holdings, rates. */
class DailyWalk {
  readonly #options: DailyOptions;
  readonly #positions = new Map<number, Holding>();
  readonly #cash = new Map<Currency, Decimal>();
  readonly #rates = new Map<Currency, Decimal>();
  #gaps: DailyGap[] = [];

  constructor(options: DailyOptions, state: HeldState) {
    this.#options = options;
    for (const [id, quantity] of Object.entries(state.positions)) {
      const instrumentId = Number(id);
      const price = state.prices[id];
      this.#positions.set(instrumentId, {
        quantity: new Decimal(quantity),
        currency: options.instrumentCurrency(instrumentId),
        price: price === undefined ? null : new Decimal(price),
      });
    }
    for (const [currency, amount] of Object.entries(state.cash)) this.#cash.set(currency, new Decimal(amount));
    for (const [currency, rate] of Object.entries(state.rates)) this.#rates.set(currency, new Decimal(rate));
  }

  state(day: Day): HeldState {
    const positions = [...this.#positions].filter(([, { quantity }]) => !quantity.isZero());
    return {
      day,
      positions: Object.fromEntries(positions.map(([id, { quantity }]) => [id, plain(quantity)])),
      cash: Object.fromEntries(
        [...this.#cash].filter(([, amount]) => !amount.isZero()).map(([currency, amount]) => [currency, plain(amount)]),
      ),
      rates: Object.fromEntries([...this.#rates].map(([currency, rate]) => [currency, plain(rate)])),
      prices: Object.fromEntries(positions.flatMap(([id, { price }]) => (price ? [[id, plain(price)]] : []))),
    };
  }

  /** The day's rate; one that is missing values nothing, and the day says that it is incomplete. */
  #rateOf(currency: Currency, day: Day): Decimal {
    if (currency === this.#options.baseCurrency) return new Decimal(1);
    const found = this.#options.rate(currency, day);
    if (found !== undefined) return new Decimal(found);
    if (!this.#gaps.some((gap) => gap.code === "rateMissing" && gap.currency === currency))
      this.#gaps.push({ code: "rateMissing", currency });
    return zero;
  }

  #priceOf(instrumentId: number, holding: Holding, day: Day): Decimal {
    const found = this.#options.price(instrumentId, day);
    if (found !== undefined) return new Decimal(found);
    if (!holding.quantity.isZero()) this.#gaps.push({ code: "priceMissing", instrumentId });
    return zero;
  }

  day(day: Day, entries: readonly Entry[]): DailyValue {
    this.#gaps = [];
    const today = new Map<Currency, Decimal>();
    const rate = (currency: Currency): Decimal => {
      const known = today.get(currency) ?? this.#rateOf(currency, day);
      today.set(currency, known);
      return known;
    };
    let opening = zero;
    let fx = zero;
    // Currency effect: yesterday's local values at yesterday's and today's rate.
    const local = new Map<Currency, Decimal>();
    for (const { quantity, currency, price } of this.#positions.values())
      local.set(currency, (local.get(currency) ?? zero).plus(quantity.times(price ?? 0)));
    for (const [currency, amount] of this.#cash) local.set(currency, (local.get(currency) ?? zero).plus(amount));
    for (const [currency, amount] of local) {
      if (amount.isZero()) continue;
      const before = this.#rates.get(currency) ?? (currency === this.#options.baseCurrency ? new Decimal(1) : zero);
      opening = opening.plus(amount.times(before));
      fx = fx.plus(amount.times(rate(currency).minus(before)));
    }
    const sums = { deposits: zero, income: zero, fees: zero, tax: zero };
    const delivered: Entry[] = [];
    for (const entry of entries) fx = fx.plus(this.#book(entry, rate, sums, delivered));
    // Closing prices after all entries, so that what comes in and what is held are valued alike.
    let value = zero;
    for (const [id, holding] of this.#positions) {
      if (holding.quantity.isZero() && !holding.price) continue;
      holding.price = this.#priceOf(id, holding, day);
      if (!holding.quantity.isZero())
        value = value.plus(holding.quantity.times(holding.price).times(rate(holding.currency)));
    }
    for (const [currency, amount] of this.#cash) if (!amount.isZero()) value = value.plus(amount.times(rate(currency)));
    for (const entry of delivered) {
      const holding = this.#positions.get(entry.instrumentId ?? 0);
      if (holding)
        sums.deposits = sums.deposits.plus(
          new Decimal(entry.quantity ?? 0).times(holding.price ?? 0).times(rate(holding.currency)),
        );
    }
    for (const [id, holding] of this.#positions) if (holding.quantity.isZero()) this.#positions.delete(id);
    for (const [currency, used] of today) this.#rates.set(currency, used);
    const price = value.minus(opening).minus(sums.deposits).minus(fx).minus(sums.income).plus(sums.fees).plus(sums.tax);
    return {
      day,
      value: plain(value),
      deposits: plain(sums.deposits),
      price: plain(price),
      fx: plain(fx),
      income: plain(sums.income),
      fees: plain(sums.fees),
      tax: plain(sums.tax),
      complete: this.#gaps.length === 0,
      gaps: this.#gaps,
    };
  }

  /** Changes quantities and cash, adds to the day's sums; returns what an exchange of currencies adds to the fx effect. */
  #book(
    entry: Entry,
    rate: (currency: Currency) => Decimal,
    sums: { deposits: Decimal; income: Decimal; fees: Decimal; tax: Decimal },
    delivered: Entry[],
  ): Decimal {
    const { kind, instrumentId, currency } = entry;
    const amount = new Decimal(entry.amount);
    const base = amount.isZero() ? zero : amount.times(rate(currency));
    this.#addCash(currency, amount);
    if (instrumentId !== undefined && entry.quantity !== undefined) this.#addQuantity(instrumentId, entry.quantity);
    const { counter } = entry;
    if (counter?.instrumentId !== undefined && counter.quantity !== undefined)
      this.#addQuantity(counter.instrumentId, counter.quantity);
    const charge = (text: DecimalString | undefined): Decimal =>
      text === undefined || new Decimal(text).isZero() ? zero : new Decimal(text).times(rate(currency));
    if (kind !== "fee") sums.fees = sums.fees.plus(charge(entry.fee));
    if (kind !== "tax") sums.tax = sums.tax.plus(charge(entry.tax));
    if (kind === "dividend" || (kind === "interest" && amount.isPositive())) sums.income = sums.income.plus(base);
    if (kind === "fee" || (kind === "interest" && amount.isNegative())) sums.fees = sums.fees.minus(base);
    if (kind === "tax") sums.tax = sums.tax.minus(base);
    if (kind === "deposit" || kind === "withdrawal") sums.deposits = sums.deposits.plus(base);
    if (kind === "openingBalance" || kind === "transferIn" || kind === "transferOut") {
      sums.deposits = sums.deposits.plus(base);
      if (instrumentId !== undefined) delivered.push(entry);
    }
    if (counter?.currency === undefined) return zero;
    const counterAmount = new Decimal(counter.amount ?? 0);
    this.#addCash(counter.currency, counterAmount);
    return base.plus(counterAmount.times(rate(counter.currency))).plus(charge(entry.fee));
  }

  #addCash(currency: Currency, amount: Decimal): void {
    if (!amount.isZero()) this.#cash.set(currency, (this.#cash.get(currency) ?? zero).plus(amount));
  }

  #addQuantity(instrumentId: number, quantity: DecimalString): void {
    const holding = this.#positions.get(instrumentId) ?? {
      quantity: zero,
      currency: this.#options.instrumentCurrency(instrumentId),
      price: null,
    };
    holding.quantity = holding.quantity.plus(quantity);
    this.#positions.set(instrumentId, holding);
  }
}

/**
 * Values of every day from the one after `state.day` to `to`. `entries` are those after `state.day`, in order, without
 * reversed pairs. Returns the rows and the state at their end, from which a later call goes on.
 */
export function dailyValues(
  options: DailyOptions,
  { state, entries, to }: { state: HeldState; entries: readonly Entry[]; to: Day },
): { rows: DailyValue[]; state: HeldState } {
  const walk = new DailyWalk(options, state);
  const byDay = Map.groupBy(entries, ({ day }) => day);
  const rows: DailyValue[] = [];
  let last = state.day;
  for (let day = nextDay(state.day); day <= to; day = nextDay(day)) {
    rows.push(walk.day(day, byDay.get(day) ?? []));
    last = day;
  }
  return { rows, state: walk.state(last) };
}

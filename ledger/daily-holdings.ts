/** What a holder has while days are calculated one after another: units, cash, and the prices and rates last used. */
import type { DailyOptions, OwnPrice } from "./daily-market.ts";
import { Decimal, plain, zero } from "./decimal.ts";
import type { Currency, Day, DecimalString } from "./entry.ts";
import { type HeldUnits, type Split, settledInCash } from "./splits.ts";

/** The quantity held of an instrument and the last price used; null without a value. */
interface HeldPosition {
  quantity: DecimalString;
  price: DecimalString | null;
  /** The day on which the price was quoted or paid in a trade; null if it was neither. */
  tradedOn: Day | null;
  /** Price of the last trade since the holding began, and its day. */
  trade: { price: DecimalString; day: Day } | null;
  heldSince: Day | null;
  lastMoved: Day | null;
}

/** Holdings at the end of a day: the state from which later days are calculated. */
export interface HeldState {
  day: Day;
  positions: Record<string, HeldPosition>;
  cash: Record<Currency, DecimalString>;
  /** The last rate used, from which the next day's change is measured; none if there was no value. */
  rates: Record<Currency, DecimalString>;
  splits: Record<string, Split[]>;
}

export const nothingHeld = (day: Day): HeldState => ({
  day,
  positions: {},
  cash: {},
  rates: {},
  splits: {},
});

export interface Held {
  quantity: Decimal;
  currency: Currency;
  last: OwnPrice | null;
  trade: OwnPrice | null;
  heldSince: Day | null;
  lastMoved: Day | null;
}

/** Changes with each entry; its state at the end of a day is where a later calculation begins. */
export class DailyHoldings {
  readonly #options: DailyOptions;
  readonly positions = new Map<number, Held>();
  readonly cash = new Map<Currency, Decimal>();
  readonly rates = new Map<Currency, Decimal>();
  readonly splits = new Map<number, Split[]>();
  /** What has a value at the end of the last day, by currency; null before the first. */
  local: Map<Currency, Decimal> | null = null;

  constructor(options: DailyOptions, state: HeldState) {
    this.#options = options;
    for (const [id, { quantity, price, tradedOn, trade, heldSince, lastMoved }] of Object.entries(state.positions))
      this.positions.set(Number(id), {
        quantity: new Decimal(quantity),
        currency: options.instrumentCurrency(Number(id)),
        last: price === null ? null : { price: new Decimal(price), tradedOn },
        trade: trade && { price: new Decimal(trade.price), tradedOn: trade.day },
        heldSince,
        lastMoved,
      });
    for (const [currency, amount] of Object.entries(state.cash)) this.cash.set(currency, new Decimal(amount));
    for (const [currency, rate] of Object.entries(state.rates)) this.rates.set(currency, new Decimal(rate));
    for (const [id, splits] of Object.entries(state.splits)) this.splits.set(Number(id), [...splits]);
  }

  state(day: Day): HeldState {
    const positions = [...this.positions];
    const cash = [...this.cash].filter(([, amount]) => !amount.isZero());
    return {
      day,
      positions: Object.fromEntries(
        positions.map(([id, { quantity, last, trade, heldSince, lastMoved }]): [number, HeldPosition] => [
          id,
          {
            quantity: plain(quantity),
            price: last && plain(last.price),
            tradedOn: last?.tradedOn ?? null,
            trade: trade?.tradedOn ? { price: plain(trade.price), day: trade.tradedOn } : null,
            heldSince,
            lastMoved,
          },
        ]),
      ),
      cash: Object.fromEntries(cash.map(([currency, amount]) => [currency, plain(amount)])),
      rates: Object.fromEntries([...this.rates].map(([currency, rate]) => [currency, plain(rate)])),
      splits: Object.fromEntries(this.splits),
    };
  }

  addCash(currency: Currency, amount: Decimal): void {
    if (!amount.isZero()) this.cash.set(currency, (this.cash.get(currency) ?? zero).plus(amount));
  }

  addQuantity(instrumentId: number, change: DecimalString, day: Day, isSplit = false): Held {
    const currency = this.#options.instrumentCurrency(instrumentId);
    const none: Held = { quantity: zero, currency, last: null, trade: null, heldSince: null, lastMoved: null };
    const held = this.positions.get(instrumentId) ?? none;
    // A price of an earlier holding.
    if (held.quantity.isZero()) held.trade = null;
    held.quantity = held.quantity.plus(change);
    held.heldSince = held.quantity.isZero() ? null : (held.heldSince ?? day);
    if (!isSplit) held.lastMoved = day;
    this.positions.set(instrumentId, held);
    return held;
  }

  unitsOf(instrumentId: number): HeldUnits {
    const { quantity = zero, heldSince = null, lastMoved = null } = this.positions.get(instrumentId) ?? {};
    return { quantity, splits: this.splits.get(instrumentId) ?? [], heldSince, lastMoved };
  }

  /** Marks splits for which the holder got only cash, before units change. */
  settleInCash(ids: readonly (number | undefined)[], day: Day): void {
    for (const id of ids) {
      const facts = id === undefined ? [] : (this.#options.splits?.(id) ?? []);
      if (id === undefined || facts.length === 0) continue;
      const settled = settledInCash(facts, this.unitsOf(id), day);
      if (settled.length > 0) this.splits.set(id, [...(this.splits.get(id) ?? []), ...settled]);
    }
  }
}

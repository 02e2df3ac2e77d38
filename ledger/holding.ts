/** The working figures of one position or cash balance, and how average cost moves through them. */
import { Decimal, type Known, minus, plain, plus, portion, read, write, zero } from "./decimal.ts";
import type { Currency, Day, DecimalString } from "./entry.ts";
import { afterSplit, type HeldUnits, type Split, splitOf, withSplit } from "./splits.ts";

/** A currency without any rate on or before a day; the earliest such day, since a rate of that day serves all later ones. */
export interface MissingRate {
  currency: Currency;
  day: Day;
}

/** A rate that an entry was converted at although it was older than ten days; the first such day of each currency. */
export interface StaleRate {
  currency: Currency;
  day: Day;
  /** Day of the rate. */
  quoted: Day;
}

/** Kept figures that a position and a cash balance share, in base; null where they cannot be known. */
interface ResultState {
  costBase: DecimalString | null;
  realisedBase: DecimalString | null;
  incomeBase: DecimalString | null;
  /** All fees paid. Those of trades are part of cost and result as well where `feesInCost` says so. */
  feesBase: DecimalString | null;
  taxBase: DecimalString | null;
  missingRates: MissingRate[];
  staleRates: StaleRate[];
}

/** What a unit was bought or sold for, before charges, in the instrument's currency and the units held. */
export interface TradePrice {
  value: DecimalString;
  day: Day;
}

export interface PositionState extends ResultState, HeldUnits {
  quantity: DecimalString;
  /** In the instrument's currency. */
  cost: DecimalString | null;
  realised: DecimalString | null;
  /** Something came in without its cost, so no cost or result of this instrument can be told. */
  costUnknown: boolean;
  splits: Split[];
  /** The price of the last trade: what a unit is worth until the market quotes one. */
  lastTrade: TradePrice | null;
  /** Last day on which units came from outside or went there; a new price up to that day changes the net deposits. */
  lastDelivery: Day | null;
}

export interface CashState extends ResultState {
  amount: DecimalString;
}

/** Cost in the instrument's own currency and in base. */
export interface Cost {
  own: Known;
  base: Known;
}

/** A cost from which cash is given back: the rest, and what exceeds it. */
export function giveBack(cost: Known, cash: Known): [Known, Known] {
  if (cash?.isZero()) return [cost, zero];
  if (cost === null || cash === null) return [null, null];
  return cash.lte(cost) ? [cost.minus(cash), zero] : [zero, cash.minus(cost)];
}

export class Holding {
  quantity = zero;
  cost: Known = zero;
  costBase: Known = zero;
  realised: Known = zero;
  realisedBase: Known = zero;
  incomeBase: Known = zero;
  feesBase: Known = zero;
  taxBase: Known = zero;
  costUnknown = false;
  lastDelivery: Day | null = null;
  splits: Split[] = [];
  heldSince: Day | null = null;
  lastMoved: Day | null = null;
  lastTrade: TradePrice | null = null;
  readonly missingRates = new Map<Currency, Day>();
  readonly staleRates = new Map<Currency, StaleRate>();

  static ofPosition(state: PositionState): Holding {
    const holding = Holding.#of(state);
    holding.quantity = new Decimal(state.quantity);
    holding.cost = read(state.cost);
    holding.realised = read(state.realised);
    holding.costUnknown = state.costUnknown;
    holding.lastDelivery = state.lastDelivery;
    holding.splits = [...state.splits];
    holding.heldSince = state.heldSince;
    holding.lastMoved = state.lastMoved;
    holding.lastTrade = state.lastTrade;
    return holding;
  }

  static ofCash(state: CashState): Holding {
    const holding = Holding.#of(state);
    holding.quantity = new Decimal(state.amount);
    return holding;
  }

  static #of(state: ResultState): Holding {
    const holding = new Holding();
    holding.costBase = read(state.costBase);
    holding.realisedBase = read(state.realisedBase);
    holding.incomeBase = read(state.incomeBase);
    holding.feesBase = read(state.feesBase);
    holding.taxBase = read(state.taxBase);
    for (const { currency, day } of state.missingRates) holding.missingRates.set(currency, day);
    for (const stale of state.staleRates) holding.staleRates.set(stale.currency, stale);
    return holding;
  }

  #results(): ResultState {
    return {
      costBase: write(this.costBase),
      realisedBase: write(this.realisedBase),
      incomeBase: write(this.incomeBase),
      feesBase: write(this.feesBase),
      taxBase: write(this.taxBase),
      missingRates: [...this.missingRates].map(([currency, day]) => ({ currency, day })),
      staleRates: [...this.staleRates.values()],
    };
  }

  position(): PositionState {
    return {
      quantity: plain(this.quantity),
      cost: write(this.cost),
      realised: write(this.realised),
      costUnknown: this.costUnknown,
      splits: this.splits,
      heldSince: this.heldSince,
      lastMoved: this.lastMoved,
      lastTrade: this.lastTrade,
      lastDelivery: this.lastDelivery,
      ...this.#results(),
    };
  }

  balance(): CashState {
    return { amount: plain(this.quantity), ...this.#results() };
  }

  /** Notes that a rate was missing; the earliest day per currency counts. */
  noteMissing(currency: Currency, day: Day): void {
    const known = this.missingRates.get(currency);
    if (known === undefined || day < known) this.missingRates.set(currency, day);
  }

  /** Notes that an old rate was used; the earliest day per currency counts. */
  noteStale(stale: StaleRate): void {
    const known = this.staleRates.get(stale.currency);
    if (known === undefined || stale.day < known.day) this.staleRates.set(stale.currency, stale);
  }

  /** What came from another holding whose cost is unknown is unknown for the same reasons. */
  inheritGaps({ costUnknown, missingRates }: Holding): void {
    this.costUnknown ||= costUnknown;
    for (const [currency, day] of missingRates) this.noteMissing(currency, day);
  }

  /** More or fewer units of the same worth. */
  split(day: Day, change: Decimal): void {
    const after = this.quantity.plus(change);
    const split = splitOf(day, this.quantity, after);
    if (split) {
      this.splits = withSplit(this.splits, split);
      if (this.lastTrade)
        this.lastTrade = { ...this.lastTrade, value: plain(afterSplit(new Decimal(this.lastTrade.value), split)) };
    }
    this.#setQuantity(after, day);
  }

  #setQuantity(quantity: Decimal, day: Day): void {
    if (quantity.isZero()) this.heldSince = null;
    else this.heldSince ??= day;
    this.quantity = quantity;
  }

  /** Units come in at a cost. */
  takeIn(day: Day, quantity: Decimal, cost: Cost): void {
    this.#move(quantity, day);
    this.addCost(cost);
  }

  #move(change: Decimal, day: Day): void {
    if (change.isZero()) return;
    this.#setQuantity(this.quantity.plus(change), day);
    this.lastMoved = day;
  }

  addCost({ own, base }: Cost): void {
    this.cost = plus(this.cost, own);
    this.costBase = plus(this.costBase, base);
  }

  /** Takes units out at the average cost; the last unit takes all that is left. */
  takeOut(day: Day, quantity: Decimal): Cost {
    const all = quantity.eq(this.quantity);
    const out = {
      own: portion(this.cost, quantity, this.quantity),
      base: portion(this.costBase, quantity, this.quantity),
    };
    this.#move(quantity.neg(), day);
    // What is left of nothing costs nothing, even where the cost of what left was unknown.
    this.cost = all ? zero : minus(this.cost, out.own);
    this.costBase = all ? zero : minus(this.costBase, out.base);
    return out;
  }

  /** Takes a part of the cost away while the units stay; base goes with the share of the own cost. */
  takeCost(own: Known): Cost {
    if (own === null || this.cost === null) return { own: null, base: null };
    const base = own.isZero() ? zero : portion(this.costBase, own, this.cost);
    this.addCost({ own: own.neg(), base: base && base.neg() });
    return { own, base };
  }

  /** Capital that is paid back reduces the cost; what exceeds the cost is realised. */
  giveBackCost({ own, base }: Cost): void {
    const [restOwn, gainOwn] = giveBack(this.cost, own);
    const [restBase, gainBase] = giveBack(this.costBase, base);
    this.cost = restOwn;
    this.costBase = restBase;
    this.realise(gainOwn, gainBase);
  }

  realise(own: Known, base: Known): void {
    this.realised = plus(this.realised, own);
    this.realisedBase = plus(this.realisedBase, base);
  }

  /**
   * Moves cash whose worth in base is `worth` (signed as the amount). What comes in has that cost; what leaves takes its average
   * cost along and realises the difference. Below zero the same holds of the debt: it stands at what it brought, and paying
   * it back at another rate gains or loses.
   */
  moveCash(amount: Decimal, worth: Known): void {
    const before = this.quantity;
    this.quantity = before.plus(amount);
    if (before.isZero() || before.isNegative() === amount.isNegative()) {
      this.costBase = plus(before.isZero() ? zero : this.costBase, worth);
      return;
    }
    const closed = Decimal.min(amount.abs(), before.abs());
    const taken = portion(this.costBase, closed, before.abs());
    const closedWorth = portion(worth, closed, amount.abs());
    this.realisedBase = minus(this.realisedBase, plus(taken, closedWorth));
    this.costBase = closed.eq(before.abs()) ? minus(worth, closedWorth) : minus(this.costBase, taken);
  }
}

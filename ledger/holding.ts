/** The figures of one position or cash balance, and how entries change them at average cost. */
import { Decimal, type Known, minus, plain, plus, portion, read, write, zero } from "./decimal.ts";
import type { Currency, Day, DecimalString } from "./entry.ts";
import { afterSplit, type HeldUnits, type Split, settledInCash, splitOf, withSplit } from "./splits.ts";

/**
 * A currency without any rate on or before a day; the earliest such day, since a rate for that day serves all later
 * ones.
 */
export interface MissingRate {
  currency: Currency;
  day: Day;
}

/** A rate older than ten days at which an entry was converted; the first such day per currency. */
export interface StaleRate {
  currency: Currency;
  day: Day;
  /** Day of the rate. */
  quoted: Day;
}

/** Stored figures of positions and cash balances, in base; null if unknown. */
interface ResultState {
  costBase: DecimalString | null;
  realisedBase: DecimalString | null;
  incomeBase: DecimalString | null;
  /** All fees paid. With `feesInCost`, fees of trades are also part of cost and result. */
  feesBase: DecimalString | null;
  taxBase: DecimalString | null;
  missingRates: MissingRate[];
  staleRates: StaleRate[];
}

/** Trade price of a unit, before charges, in the instrument's currency and the units held. */
export interface TradePrice {
  value: DecimalString;
  day: Day;
}

export interface PositionState extends ResultState, HeldUnits {
  quantity: DecimalString;
  /**
   * Returned capital, in the instrument's currency: the part that reduced the cost of the units still held, and the part
   * that is in realised gains. A return that is taken back undoes both.
   */
  returned?: { inCost: DecimalString; realised: DecimalString };
  /** In the instrument's currency. */
  cost: DecimalString | null;
  realised: DecimalString | null;
  /** Units came in without their cost, so cost and result of this instrument are unknown. */
  costUnknown: boolean;
  splits: Split[];
  /** Price of the last trade since the holding began: values a unit until the market quotes one. */
  lastTrade: TradePrice | null;
  /** Stated cost of a unit delivered last, in the instrument's currency: for deliveries before any price. */
  unitCost?: DecimalString;
  /** Last day of a delivery; a new price up to that day changes the net deposits. */
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

/** Reduces a cost by cash received, which is not negative: returns the remaining cost and the part above it. */
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
  returnedInCost = zero;
  returnedRealised = zero;
  costUnknown = false;
  lastDelivery: Day | null = null;
  splits: Split[] = [];
  heldSince: Day | null = null;
  lastMoved: Day | null = null;
  lastTrade: TradePrice | null = null;
  unitCost: Known = null;
  readonly missingRates = new Map<Currency, Day>();
  readonly staleRates = new Map<Currency, StaleRate>();

  static ofPosition(state: PositionState): Holding {
    const holding = Holding.#of(state);
    holding.quantity = new Decimal(state.quantity);
    holding.cost = read(state.cost);
    holding.realised = read(state.realised);
    holding.returnedInCost = new Decimal(state.returned?.inCost ?? 0);
    holding.returnedRealised = new Decimal(state.returned?.realised ?? 0);
    holding.costUnknown = state.costUnknown;
    holding.lastDelivery = state.lastDelivery;
    holding.splits = [...state.splits];
    holding.heldSince = state.heldSince;
    holding.lastMoved = state.lastMoved;
    holding.lastTrade = state.lastTrade;
    holding.unitCost = read(state.unitCost);
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
      ...(this.unitCost === null ? {} : { unitCost: plain(this.unitCost) }),
      lastDelivery: this.lastDelivery,
      ...(this.returnedInCost.isZero() && this.returnedRealised.isZero()
        ? {}
        : { returned: { inCost: plain(this.returnedInCost), realised: plain(this.returnedRealised) } }),
      ...this.#results(),
    };
  }

  balance(): CashState {
    return { amount: plain(this.quantity), ...this.#results() };
  }

  /** Notes a missing rate; the earliest day per currency counts. */
  noteMissing(currency: Currency, day: Day): void {
    const known = this.missingRates.get(currency);
    if (known === undefined || day < known) this.missingRates.set(currency, day);
  }

  /** Notes the use of an old rate; the earliest day per currency counts. */
  noteStale(stale: StaleRate): void {
    const known = this.staleRates.get(stale.currency);
    if (known === undefined || stale.day < known.day) this.staleRates.set(stale.currency, stale);
  }

  /** Takes over the reasons for an unknown cost from the holding that the units came from. */
  inheritGaps({ costUnknown, missingRates }: Holding): void {
    this.costUnknown ||= costUnknown;
    for (const [currency, day] of missingRates) this.noteMissing(currency, day);
  }

  /** Marks splits of the instrument for which the holder got only cash. */
  settleInCash(facts: readonly Split[], day: Day): void {
    if (facts.length > 0) this.splits = [...this.splits, ...settledInCash(facts, this, day)];
  }

  /** Changes the quantity without changing the value. If no unit is left, the cost is a realised loss. */
  split(day: Day, change: Decimal): void {
    const after = this.quantity.plus(change);
    const split = splitOf(day, this.quantity, after);
    if (split) {
      this.splits = withSplit(this.splits, split);
      if (this.lastTrade)
        this.lastTrade = { ...this.lastTrade, value: plain(afterSplit(new Decimal(this.lastTrade.value), split)) };
      this.unitCost = this.unitCost && afterSplit(this.unitCost, split);
    }
    this.#setQuantity(after, day);
    this.realiseCostOfNothing();
  }

  /** If no unit is held, any cost is a realised loss. */
  realiseCostOfNothing(): void {
    if (!this.quantity.isZero()) return;
    this.realise(this.cost && this.cost.neg(), this.costBase && this.costBase.neg());
    this.#emptyCost();
  }

  /** No units, no cost; what was returned of it is in realised gains now. */
  #emptyCost(): void {
    this.cost = zero;
    this.costBase = zero;
    this.returnedRealised = this.returnedRealised.plus(this.returnedInCost);
    this.returnedInCost = zero;
  }

  #setQuantity(quantity: Decimal, day: Day): void {
    this.quantity = quantity;
    this.heldSince = quantity.isZero() ? null : (this.heldSince ?? day);
    if (!quantity.isZero()) return;
    this.lastTrade = null;
    this.unitCost = null;
  }

  /** Adds units at a cost. */
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

  /** Removes units at average cost; the last unit removes all remaining cost. */
  takeOut(day: Day, quantity: Decimal): Cost {
    const all = quantity.eq(this.quantity);
    const out = {
      own: portion(this.cost, quantity, this.quantity),
      base: portion(this.costBase, quantity, this.quantity),
    };
    const returned = portion(this.returnedInCost, quantity, this.quantity) ?? zero;
    this.#move(quantity.neg(), day);
    this.cost = minus(this.cost, out.own);
    this.costBase = minus(this.costBase, out.base);
    this.returnedInCost = this.returnedInCost.minus(returned);
    this.returnedRealised = this.returnedRealised.plus(returned);
    // A quantity of zero costs nothing, even if the cost of the removed units was unknown.
    if (all) this.#emptyCost();
    return out;
  }

  /** Removes part of the cost while the units stay; the base cost is removed in proportion. What is left of an unknown part is unknown. */
  takeCost(own: Known): Cost {
    if (own === null || this.cost === null) {
      this.addCost({ own: null, base: null });
      return { own: null, base: null };
    }
    const base = own.isZero() ? zero : portion(this.costBase, own, this.cost);
    this.addCost({ own: own.neg(), base: base && base.neg() });
    return { own, base };
  }

  /**
   * Returned capital reduces the cost; the part above the cost is realised, and returned. Without units there is no cost to
   * reduce.
   */
  giveBackCost({ own, base }: Cost): Cost {
    if (this.quantity.isZero()) {
      this.returnedRealised = Decimal.max(this.returnedRealised.plus(own ?? 0), 0);
      this.realise(own, base);
      return { own, base };
    }
    if (own?.isNegative() || base?.isNegative()) return this.#takeBackReturn({ own, base });
    const [restOwn, gainOwn] = giveBack(this.cost, own);
    const [restBase, gainBase] = giveBack(this.costBase, base);
    this.cost = restOwn;
    this.costBase = restBase;
    this.realise(gainOwn, gainBase);
    const gain = { own: gainOwn, base: gainBase };
    if (own === null || gainOwn === null) return gain;
    this.returnedInCost = this.returnedInCost.plus(own).minus(gainOwn);
    this.returnedRealised = this.returnedRealised.plus(gainOwn);
    return gain;
  }

  /**
   * A return of capital that is taken back: cost again for the units that are still held, and less gain for those sold
   * since. One from before the ledger concerns the units held.
   */
  #takeBackReturn({ own, base }: Cost): Cost {
    if (own === null) {
      this.addCost({ own: null, base: base && base.neg() });
      return { own: zero, base: zero };
    }
    const taken = own.neg();
    const inCost = Decimal.min(taken, this.returnedInCost);
    const lost = Decimal.min(taken.minus(inCost), this.returnedRealised);
    this.returnedInCost = this.returnedInCost.minus(inCost);
    this.returnedRealised = this.returnedRealised.minus(lost);
    const back = taken.minus(lost);
    const [backBase, lostBase] = [portion(base, back, taken), portion(base, lost, taken)];
    this.addCost({ own: back, base: backBase && backBase.neg() });
    this.realise(lost.neg(), lostBase);
    return { own: lost.neg(), base: lostBase };
  }

  realise(own: Known, base: Known): void {
    this.realised = plus(this.realised, own);
    this.realisedBase = plus(this.realisedBase, base);
  }

  /**
   * Moves cash worth `worth` in base (signed as the amount). Incoming cash has that cost; outgoing cash takes its
   * average cost and realises the difference. The same applies to a negative balance: repaying a debt at another rate
   * gives a gain or loss.
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

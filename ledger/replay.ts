/**
 * Folds a holder's entries, in the order of their booking, into positions and cash. Average cost: a purchase adds its
 * cost, a sale takes cost out at the average, a split changes the quantity alone. State is plain JSON, so that a writer keeps
 * it and goes on from there; applying one by one equals replaying all.
 */
import { Decimal, plain, zero } from "./decimal.ts";
import type { Currency, Day, DecimalString, Entry } from "./entry.ts";

/** Units of the base currency per one unit of another; undefined where no rate is known on or before the day. */
export type RateOf = (currency: Currency, day: Day) => { rate: DecimalString; day: Day; source: string } | undefined;

export interface ReplayOptions {
  baseCurrency: Currency;
  rate: RateOf;
  instrumentCurrency: (instrumentId: number) => Currency;
  /** Part of a purchase's cost, and of what a sale brings, are its fees and taxes. */
  feesInCost: boolean;
}

/** Figures in a currency of their own and in base; base is null once a rate was missing. */
export interface PositionState {
  quantity: DecimalString;
  /** In the instrument's currency; null where an opening balance came without its cost. */
  cost: DecimalString | null;
  costBase: DecimalString | null;
  realised: DecimalString | null;
  realisedBase: DecimalString | null;
  incomeBase: DecimalString | null;
  feesBase: DecimalString | null;
  taxBase: DecimalString | null;
  /** Currency and day of the rates that were missing. */
  missingRates: { currency: Currency; day: Day }[];
}

export interface CashState {
  amount: DecimalString;
  /** What the balance cost in base: its average rate of acquisition times the amount. */
  costBase: DecimalString | null;
  realisedBase: DecimalString | null;
  incomeBase: DecimalString | null;
  feesBase: DecimalString | null;
  taxBase: DecimalString | null;
  missingRates: { currency: Currency; day: Day }[];
}

export interface LedgerState {
  positions: Record<string, PositionState>;
  cash: Record<Currency, CashState>;
  /** Paid in less paid out, in base. */
  netDepositsBase: DecimalString | null;
  missingRates: { currency: Currency; day: Day }[];
}

export const startState = (): LedgerState => ({ positions: {}, cash: {}, netDepositsBase: "0", missingRates: [] });

/** Why an entry cannot be applied. */
export interface ReplayRefusal {
  code: "quantityBelowZero" | "reversalNeedsReplay";
  entryId: number;
  instrumentId?: number;
  /** How many units are missing. */
  shortfall?: DecimalString;
}

type Known = Decimal | null;
const plus = (a: Known, b: Known): Known => (a === null || b === null ? null : a.plus(b));
const minus = (a: Known, b: Known): Known => (a === null || b === null ? null : a.minus(b));
const times = (a: Known, b: Known): Known => (a === null || b === null ? null : a.times(b));
const read = (text: DecimalString | null): Known => (text === null ? null : new Decimal(text));
const write = (value: Known): DecimalString | null => (value === null ? null : plain(value));

interface Holding {
  quantity: Decimal;
  cost: Known;
  costBase: Known;
  realised: Known;
  realisedBase: Known;
  incomeBase: Known;
  feesBase: Known;
  taxBase: Known;
  missingRates: { currency: Currency; day: Day }[];
}
const emptyHolding = (): Holding => ({
  quantity: zero,
  cost: zero,
  costBase: zero,
  realised: zero,
  realisedBase: zero,
  incomeBase: zero,
  feesBase: zero,
  taxBase: zero,
  missingRates: [],
});

/** Applies entries one by one to a working state. */
export class Replayer {
  readonly #options: ReplayOptions;
  readonly #positions = new Map<string, Holding>();
  /** Cash is a holding of its currency: the quantity is the amount, its own cost the amount too. */
  readonly #cash = new Map<Currency, Holding>();
  #netDepositsBase: Known = zero;
  #missingRates: { currency: Currency; day: Day }[] = [];

  constructor(options: ReplayOptions, state: LedgerState = startState()) {
    this.#options = options;
    for (const [id, position] of Object.entries(state.positions))
      this.#positions.set(id, {
        quantity: new Decimal(position.quantity),
        cost: read(position.cost),
        costBase: read(position.costBase),
        realised: read(position.realised),
        realisedBase: read(position.realisedBase),
        incomeBase: read(position.incomeBase),
        feesBase: read(position.feesBase),
        taxBase: read(position.taxBase),
        missingRates: [...position.missingRates],
      });
    for (const [currency, cash] of Object.entries(state.cash))
      this.#cash.set(currency, {
        quantity: new Decimal(cash.amount),
        cost: new Decimal(cash.amount),
        costBase: read(cash.costBase),
        realised: zero,
        realisedBase: read(cash.realisedBase),
        incomeBase: read(cash.incomeBase),
        feesBase: read(cash.feesBase),
        taxBase: read(cash.taxBase),
        missingRates: [...cash.missingRates],
      });
    this.#netDepositsBase = read(state.netDepositsBase);
    this.#missingRates = [...state.missingRates];
  }

  toJSON(): LedgerState {
    return {
      positions: Object.fromEntries(
        [...this.#positions].map(([id, holding]) => [
          id,
          {
            quantity: plain(holding.quantity),
            cost: write(holding.cost),
            costBase: write(holding.costBase),
            realised: write(holding.realised),
            realisedBase: write(holding.realisedBase),
            incomeBase: write(holding.incomeBase),
            feesBase: write(holding.feesBase),
            taxBase: write(holding.taxBase),
            missingRates: holding.missingRates,
          },
        ]),
      ),
      cash: Object.fromEntries(
        [...this.#cash].map(([currency, holding]) => [
          currency,
          {
            amount: plain(holding.quantity),
            costBase: write(holding.costBase),
            realisedBase: write(holding.realisedBase),
            incomeBase: write(holding.incomeBase),
            feesBase: write(holding.feesBase),
            taxBase: write(holding.taxBase),
            missingRates: holding.missingRates,
          },
        ]),
      ),
      netDepositsBase: write(this.#netDepositsBase),
      missingRates: this.#missingRates,
    };
  }

  /**
   * Applies one entry. A refused one leaves the state as it was. `reversalNeedsReplay`: a reversal undoes its entry as if it
   * had never been, so the caller replays without the two (see `withoutReversed`).
   */
  apply(entry: Entry): ReplayRefusal | null {
    if (entry.kind === "reversal") return { code: "reversalNeedsReplay", entryId: entry.id };
    const quantity = new Decimal(entry.quantity ?? 0);
    if (entry.instrumentId !== undefined && quantity.isNegative()) {
      const after = this.#position(entry.instrumentId).quantity.plus(quantity);
      if (after.isNegative())
        return {
          code: "quantityBelowZero",
          entryId: entry.id,
          instrumentId: entry.instrumentId,
          shortfall: plain(after.neg()),
        };
    }
    this.#applyInstrument(entry, quantity);
    this.#applyCash(entry);
    return null;
  }

  #position(instrumentId: number): Holding {
    return open(this.#positions, String(instrumentId));
  }

  /** Base units per unit of a currency on a day; a missing rate is noted on the holding it concerns. */
  #rate(currency: Currency, day: Day, concerned: { missingRates: { currency: Currency; day: Day }[] }): Known {
    if (currency === this.#options.baseCurrency) return new Decimal(1);
    const found = this.#options.rate(currency, day);
    if (found) return new Decimal(found.rate);
    if (!concerned.missingRates.some((gap) => gap.currency === currency && gap.day === day))
      concerned.missingRates.push({ currency, day });
    return null;
  }

  /** Factor from the entry's currency into the instrument's, over base. */
  #intoInstrument(entry: Entry, holding: Holding): Known {
    const own = this.#options.instrumentCurrency(entry.instrumentId ?? 0);
    if (own === entry.currency) return new Decimal(1);
    const from = this.#rate(entry.currency, entry.day, holding);
    const into = this.#rate(own, entry.day, holding);
    return from === null || into === null ? null : from.div(into);
  }

  /** Changes the position that the entry is about. */
  #applyInstrument(entry: Entry, quantity: Decimal): void {
    const { instrumentId, kind } = entry;
    if (instrumentId === undefined) return;
    const holding = this.#position(instrumentId);
    const fee = new Decimal(entry.fee ?? 0);
    const tax = new Decimal(entry.tax ?? 0);
    const charges = fee.plus(tax);
    if (kind === "split") {
      holding.quantity = holding.quantity.plus(quantity);
      return;
    }
    if (kind === "dividend" || kind === "interest" || kind === "fee" || kind === "tax") return;
    const factor = this.#intoInstrument(entry, holding);
    const rate = this.#rate(entry.currency, entry.day, holding);
    if (kind === "exchange") return this.#exchange(entry, holding, quantity, factor, rate);
    if (quantity.isPositive() && !quantity.isZero()) {
      const paid = this.#paid(entry, charges);
      holding.quantity = holding.quantity.plus(quantity);
      holding.cost = plus(holding.cost, times(paid, factor));
      holding.costBase = plus(holding.costBase, times(paid, rate));
      return;
    }
    const out = this.#takeOut(holding, quantity.neg());
    if (kind !== "sell") return;
    const brought = new Decimal(entry.amount).plus(this.#options.feesInCost ? zero : charges);
    holding.realised = plus(holding.realised, minus(times(brought, factor), out.cost));
    holding.realisedBase = plus(holding.realisedBase, minus(times(brought, rate), out.costBase));
  }

  /** What came in cost: cash paid for a purchase, the stated cost of what was brought along; null where nobody knows. */
  #paid(entry: Entry, charges: Decimal): Known {
    if (entry.kind === "buy") return new Decimal(entry.amount).neg().minus(this.#options.feesInCost ? zero : charges);
    return entry.cost === undefined ? null : new Decimal(entry.cost);
  }

  /** Takes a quantity out at the average cost; the last unit takes all that is left. */
  #takeOut(holding: Holding, quantity: Decimal): { cost: Known; costBase: Known } {
    const all = quantity.eq(holding.quantity);
    const share = (cost: Known): Known =>
      cost === null || all || holding.quantity.isZero() ? cost : cost.times(quantity).div(holding.quantity);
    const out = { cost: share(holding.cost), costBase: share(holding.costBase) };
    holding.quantity = holding.quantity.minus(quantity);
    // What is left of nothing costs nothing, even where the cost of what left was unknown.
    holding.cost = all ? zero : minus(holding.cost, out.cost);
    holding.costBase = all ? zero : minus(holding.costBase, out.costBase);
    return out;
  }

  /**
   * Merger, tender, spin-off. What goes out takes its cost along into what comes in; cash that comes instead realises the
   * difference. `cost` names the part of the cost that a spin-off moves while the old shares stay.
   */
  #exchange(entry: Entry, holding: Holding, quantity: Decimal, factor: Known, rate: Known): void {
    const cash = new Decimal(entry.amount);
    const { instrumentId, quantity: incoming } = entry.counter ?? {};
    const moved = quantity.isNegative()
      ? this.#takeOut(holding, quantity.neg())
      : this.#moveCost(holding, entry.cost, factor);
    if (quantity.isPositive()) holding.quantity = holding.quantity.plus(quantity);
    if (instrumentId !== undefined && incoming !== undefined) {
      const into = this.#position(instrumentId);
      // Cash beside shares gives back cost first; only what exceeds it is a gain.
      const cashLocal = times(cash, factor);
      const cashBase = times(cash, rate);
      into.quantity = into.quantity.plus(incoming);
      const [restLocal, gainLocal] = reduce(moved.cost, cashLocal);
      const [restBase, gainBase] = reduce(moved.costBase, cashBase);
      into.cost = plus(into.cost, this.#between(entry, restLocal, instrumentId, into));
      into.costBase = plus(into.costBase, restBase);
      holding.realised = plus(holding.realised, gainLocal);
      holding.realisedBase = plus(holding.realisedBase, gainBase);
      return;
    }
    holding.realised = plus(holding.realised, minus(times(cash, factor), moved.cost));
    holding.realisedBase = plus(holding.realisedBase, minus(times(cash, rate), moved.costBase));
  }

  #moveCost(holding: Holding, cost: DecimalString | undefined, factor: Known): { cost: Known; costBase: Known } {
    const local = cost === undefined ? zero : times(new Decimal(cost), factor);
    if (local === null || holding.cost === null) return { cost: null, costBase: null };
    const base = holding.cost.isZero() ? zero : times(holding.costBase, local.div(holding.cost));
    holding.cost = holding.cost.minus(local);
    holding.costBase = minus(holding.costBase, base);
    return { cost: local, costBase: base };
  }

  /** Cost carried from one instrument's currency into another's, by the day's rates. */
  #between(entry: Entry, cost: Known, into: number, concerned: Holding): Known {
    const from = this.#options.instrumentCurrency(entry.instrumentId ?? 0);
    const to = this.#options.instrumentCurrency(into);
    if (from === to) return cost;
    const fromRate = this.#rate(from, entry.day, concerned);
    const toRate = this.#rate(to, entry.day, concerned);
    return fromRate === null || toRate === null ? null : times(cost, fromRate.div(toRate));
  }

  #applyCash(entry: Entry): void {
    const { kind, day } = entry;
    const amount = new Decimal(entry.amount);
    const counter =
      entry.counter?.currency === undefined
        ? null
        : { currency: entry.counter.currency, amount: new Decimal(entry.counter.amount ?? 0) };
    if (kind === "fx" && counter) this.#exchangeCash(entry, amount, counter);
    else if (!amount.isZero()) this.#moveCash(entry.currency, amount, day);
    this.#note(entry, amount);
    const external =
      kind === "deposit" ||
      kind === "withdrawal" ||
      ((kind === "openingBalance" || kind === "transferIn" || kind === "transferOut") &&
        entry.instrumentId === undefined);
    if (external) this.#flow(times(amount, this.#rate(entry.currency, day, { missingRates: this.#missingRates })));
    else if ((kind === "openingBalance" || kind === "transferIn") && entry.instrumentId !== undefined)
      this.#flow(
        entry.cost === undefined
          ? null
          : times(new Decimal(entry.cost), this.#rate(entry.currency, day, { missingRates: this.#missingRates })),
      );
  }

  #flow(base: Known): void {
    this.#netDepositsBase = plus(this.#netDepositsBase, base);
  }

  /** Cash that comes in costs its value of the day, or what was given for it; cash that leaves takes its average cost along. */
  #moveCash(currency: Currency, amount: Decimal, day: Day, givenBase?: Known): void {
    const holding = open(this.#cash, currency);
    const valueBase = givenBase !== undefined ? givenBase : times(amount, this.#rate(currency, day, holding));
    const before = holding.quantity;
    holding.quantity = before.plus(amount);
    holding.cost = holding.quantity;
    // Below zero there is nothing acquired whose average could be known: the debt stands at the day's rate.
    if (amount.isPositive() || before.lte(0)) {
      holding.costBase = plus(before.isZero() ? zero : holding.costBase, valueBase);
      return;
    }
    const out = amount.neg();
    const fromBalance = Decimal.min(out, before);
    const taken: Known = holding.costBase === null ? null : holding.costBase.times(fromBalance).div(before);
    const beyond = out.minus(fromBalance);
    const beyondBase = beyond.isZero() ? zero : times(beyond, this.#rate(currency, day, holding));
    const cost = plus(taken, beyondBase);
    holding.costBase = fromBalance.eq(before) ? minus(zero, beyondBase) : minus(holding.costBase, cost);
    holding.realisedBase = plus(holding.realisedBase, minus(times(out, this.#rate(currency, day, holding)), cost));
  }

  /** Currency exchange: what is given leaves at its average cost, what is got costs the value of what was given. */
  #exchangeCash(entry: Entry, amount: Decimal, counter: { currency: Currency; amount: Decimal }): void {
    const legs = [{ currency: entry.currency, amount }, counter];
    const given = legs.find((leg) => leg.amount.isNegative()) ?? legs[0];
    const got = legs.find((leg) => leg !== given);
    if (!given || !got) return;
    const holding = open(this.#cash, given.currency);
    const rate = this.#rate(given.currency, entry.day, holding);
    this.#moveCash(given.currency, given.amount, entry.day);
    this.#moveCash(got.currency, got.amount, entry.day, times(given.amount.neg(), rate));
  }

  /** Income, fees and taxes, on the instrument that caused them or on the currency. */
  #note(entry: Entry, amount: Decimal): void {
    const { kind } = entry;
    const holding =
      entry.instrumentId === undefined ? open(this.#cash, entry.currency) : this.#position(entry.instrumentId);
    const rate = (): Known => this.#rate(entry.currency, entry.day, holding);
    if (kind === "dividend" || (kind === "interest" && amount.isPositive()))
      holding.incomeBase = plus(holding.incomeBase, times(amount, rate()));
    // Debit interest is a cost of the account.
    if (kind === "fee" || (kind === "interest" && amount.isNegative()))
      holding.feesBase = plus(holding.feesBase, times(amount.neg(), rate()));
    if (kind === "tax") holding.taxBase = plus(holding.taxBase, times(amount.neg(), rate()));
    if (entry.fee !== undefined && kind !== "fee")
      holding.feesBase = plus(holding.feesBase, times(new Decimal(entry.fee), rate()));
    if (entry.tax !== undefined && kind !== "tax")
      holding.taxBase = plus(holding.taxBase, times(new Decimal(entry.tax), rate()));
  }
}

function open<Key>(holdings: Map<Key, Holding>, key: Key): Holding {
  const known = holdings.get(key);
  if (known) return known;
  const made = emptyHolding();
  holdings.set(key, made);
  return made;
}

/** A cost from which cash is given back: the rest, and what exceeds it. */
function reduce(cost: Known, cash: Known): [Known, Known] {
  if (cost === null || cash === null) return [null, null];
  return cash.lte(cost) ? [cost.minus(cash), zero] : [zero, cash.minus(cost)];
}

/** The entries without the reversed ones and their reversals. */
export function withoutReversed<E extends Pick<Entry, "id" | "kind" | "reverses">>(entries: readonly E[]): E[] {
  const reversed = new Set(entries.flatMap(({ reverses }) => (reverses === undefined ? [] : [reverses])));
  return reversed.size === 0
    ? [...entries]
    : entries.filter(({ id, kind }) => kind !== "reversal" && !reversed.has(id));
}

/** Currencies whose balance is below zero: taken, and flagged. */
export const cashBelowZero = ({ cash }: LedgerState): Currency[] =>
  Object.entries(cash).flatMap(([currency, { amount }]) => (amount.startsWith("-") ? [currency] : []));

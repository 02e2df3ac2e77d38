/**
 * Applies a holder's entries, in the order of booking, to positions and cash at average cost. The state is plain JSON,
 * so a writer can store it and continue from it; applying entries one by one equals replaying all. Rules and reasons:
 * docs/decisions/0010.
 */

import { CashBook } from "./cash-book.ts";
import { Conversion, type ConversionOptions } from "./conversion.ts";
import { Decimal, type Known, minus, plain, plus, read, times, write, zero } from "./decimal.ts";
import type { Currency, Day, DecimalString, DeliveredLot, Entry } from "./entry.ts";
import { badNumberIn, type EntryParts, isDelivery, partsOf } from "./entry-parts.ts";
import { type Cost, giveBack, Holding } from "./holding.ts";
import { type LotBook } from "./lot-book.ts";
import { type LotGap } from "./lots.ts";
import { inHeldUnits, type PriceQuote, type Split } from "./splits.ts";
import { isStale } from "./stale.ts";
import { type LedgerState, type StalePrice, type StoredFigure, startState } from "./state.ts";

export interface ReplayOptions extends ConversionOptions {
  /** Latest price on or before the day; used for deliveries only. */
  price: (instrumentId: number, day: Day) => PriceQuote | undefined;
  /** The instrument's splits, booked by any holder. */
  splits?: (instrumentId: number) => readonly Split[];
  /** Whether fees and taxes of trades are part of cost and proceeds. */
  feesInCost: boolean;
}

/** Why an entry cannot be applied. */
export interface ReplayRefusal {
  code: "quantityBelowZero" | "costAboveHeld" | "badNumber" | "reversalNeedsReplay";
  entryId: number;
  instrumentId?: number;
  /** Number of missing units. */
  shortfall?: DecimalString;
  /** `badNumber`: the field. */
  field?: string;
}

/** One lot of a delivery; without `cost` if that is unknown. */
type LotOfEntry = Omit<DeliveredLot, "cost"> & { cost: DecimalString | undefined };

/** What a delivery consists of: without lots, all of it is one. */
const lotsOf = ({ quantity = "0", cost, acquiredOn, lots }: Entry): readonly LotOfEntry[] =>
  lots ?? [{ quantity, cost, acquired: acquiredOn ?? null }];

const isKnown = ({ own, base }: Cost): boolean => own !== null && base !== null;

/** Applies entries one by one to its state. */
export class Replayer {
  readonly #options: ReplayOptions;
  readonly #conversion: Conversion;
  readonly #positions = new Map<number, Holding>();
  readonly #cash: CashBook;
  /** Net deposits are in `costBase`. */
  readonly #deposits = new Holding();
  readonly #missingPrices = new Map<number, Day>();
  readonly #lots: LotBook | undefined;
  readonly #lotsAlone: boolean;
  readonly #stalePrices = new Map<number, StalePrice>();
  /** Entries that paid or took back capital of an instrument of which no unit was held: a gain or loss, no cost. */
  readonly withoutUnits: number[] = [];
  /** Splits that bring units of an instrument of which none was held. */
  readonly splitsOfNothing: { entryId: number; instrumentId: number; day: Day }[] = [];

  /**
   * `lots` is told of all that changes a position, beside its average cost; it needs the entries from the first one on. With
   * `lotsAlone` nothing else is kept: no cash, deposits, income, charges or prices of trades.
   */
  constructor(options: ReplayOptions, state: LedgerState = startState(), lots?: LotBook, lotsAlone = false) {
    this.#options = options;
    this.#lots = lots;
    this.#lotsAlone = lotsAlone;
    this.#conversion = new Conversion(options);
    for (const [id, position] of Object.entries(state.positions))
      this.#positions.set(Number(id), Holding.ofPosition(position));
    this.#cash = new CashBook(this.#conversion, options.baseCurrency, state.cash);
    this.#deposits.costBase = read(state.netDepositsBase);
    for (const { currency, day } of state.missingRates) this.#deposits.noteMissing(currency, day);
    for (const { instrumentId, day } of state.missingPrices) this.#missingPrices.set(instrumentId, day);
    for (const stale of state.staleRates) this.#deposits.noteStale(stale);
    for (const stale of state.stalePrices) this.#stalePrices.set(stale.instrumentId, stale);
  }

  toJSON(): LedgerState {
    return {
      positions: Object.fromEntries([...this.#positions].map(([id, holding]) => [id, holding.position()])),
      cash: this.#cash.toJSON(),
      netDepositsBase: write(this.#deposits.costBase),
      missingRates: [...this.#deposits.missingRates].map(([currency, day]) => ({ currency, day })),
      missingPrices: [...this.#missingPrices].map(([instrumentId, day]) => ({ instrumentId, day })),
      staleRates: [...this.#deposits.staleRates.values()],
      stalePrices: [...this.#stalePrices.values()],
    };
  }

  /**
   * One stored figure of a position (by its id) or of a currency's cash, without writing the whole state; "0" if not
   * held.
   */
  figure(part: StoredFigure, key: number | Currency): DecimalString | null {
    const holding = typeof key === "number" ? this.#positions.get(key) : this.#cash.find(key);
    return holding ? write(holding[part]) : "0";
  }

  /** Net deposits so far, in base; null if unknown. */
  get netDeposits(): DecimalString | null {
    return write(this.#deposits.costBase);
  }

  /**
   * Applies one entry. A refused entry leaves the state unchanged. `reversalNeedsReplay`: the caller must replay the
   * entries without the reversed one and its reversal (see `standing`).
   */
  apply(entry: Entry): ReplayRefusal | null {
    const refusal = this.#refusalOf(entry);
    if (refusal) return refusal;
    const parts = partsOf(entry);
    this.#applyInstrument(entry, parts);
    if (this.#lotsAlone) {
      this.#noteRate(entry, parts);
      return null;
    }
    this.#cash.apply(entry, parts);
    this.#note(entry, parts);
    if (!parts.deposit.isZero())
      this.#deposit(times(parts.deposit, this.#conversion.rate(entry.currency, entry.day, this.#deposits)));
    return null;
  }

  #refusalOf(entry: Entry): ReplayRefusal | null {
    const { id: entryId, kind, instrumentId, counter } = entry;
    if (kind === "reversal") return { code: "reversalNeedsReplay", entryId };
    const field = badNumberIn(entry);
    if (field) return { code: "badNumber", entryId, field };
    const sides = [
      { id: instrumentId, change: entry.quantity },
      { id: counter?.instrumentId, change: counter?.quantity },
    ];
    for (const { id, change } of sides) {
      if (id === undefined || !change?.startsWith("-")) continue;
      const after = (this.#positions.get(id)?.quantity ?? zero).plus(change);
      if (after.isNegative() && !after.isZero())
        return { code: "quantityBelowZero", entryId, instrumentId: id, shortfall: plain(after.neg()) };
    }
    if (kind === "exchange" && instrumentId !== undefined && entry.cost !== undefined) {
      const held = this.#positions.get(instrumentId)?.cost ?? zero;
      const scratch = new Holding();
      const { own } = this.#conversion.worth(new Decimal(entry.cost), entry.currency, {
        day: entry.day,
        id: instrumentId,
        holding: scratch,
      });
      if (own?.gt(held)) return { code: "costAboveHeld", entryId, instrumentId };
    }
    return null;
  }

  #position(instrumentId: number): Holding {
    let known = this.#positions.get(instrumentId);
    if (!known) this.#positions.set(instrumentId, (known = new Holding()));
    return known;
  }

  /** Value of an amount in the position's currency and in base. */
  #worth(amount: Decimal, currency: Currency, day: Day, id: number): Cost {
    return this.#conversion.worth(amount, currency, { day, id, holding: this.#position(id) });
  }

  /** The rates without which an amount of the entry is unknown. */
  #rateGaps({ currency, day, counter }: Entry, instrumentId: number, on = day): LotGap[] {
    const { instrumentCurrency, baseCurrency } = this.#options;
    const own = instrumentCurrency(instrumentId);
    return [...new Set([currency, own, counter?.currency ?? baseCurrency])].flatMap((each) =>
      this.#conversion.find(each, on).rate === null ? { code: "rateMissing" as const, currency: each, day: on } : [],
    );
  }

  /** Cash of a trade, including its charges if they are part of the cost. */
  #tradedCash({ traded, fees, tax }: EntryParts): Decimal {
    return this.#options.feesInCost ? traded.minus(fees).minus(tax) : traded;
  }

  #applyInstrument(entry: Entry, parts: EntryParts): void {
    const { instrumentId, kind } = entry;
    if (instrumentId === undefined) return;
    this.#settleInCash(entry);
    if (kind === "dividend" || kind === "interest" || kind === "fee" || kind === "tax") return;
    const holding = this.#position(instrumentId);
    const quantity = new Decimal(entry.quantity ?? 0);
    if (kind === "split") {
      if (holding.quantity.isZero() && !quantity.isZero())
        this.splitsOfNothing.push({ entryId: entry.id, instrumentId, day: entry.day });
      const before = { own: holding.cost, base: holding.costBase };
      holding.split(entry.day, quantity);
      this.#lots?.split(entry, instrumentId, { before, holding });
      return;
    }
    if (kind === "exchange") return this.#exchange(entry, parts, quantity);
    const cash = this.#tradedCash(parts);
    if (kind === "buy" || kind === "sell") this.#noteTrade(holding, entry, quantity, parts.traded);
    if (kind === "buy") {
      const cost = this.#worth(cash.neg(), entry.currency, entry.day, instrumentId);
      this.#takeIntoLots(entry, instrumentId, { quantity, cost, acquired: entry.day });
      return holding.takeIn(entry.day, quantity, cost);
    }
    if (kind === "sell") {
      const out = holding.takeOut(entry.day, quantity.neg());
      const brought = this.#worth(cash, entry.currency, entry.day, instrumentId);
      holding.realise(minus(brought.own, out.own), minus(brought.base, out.base));
      return this.#sellLots(entry, instrumentId, { quantity: quantity.neg(), proceeds: brought, average: out });
    }
    if (kind === "returnOfCapital" && holding.quantity.isZero()) this.withoutUnits.push(entry.id);
    if (kind === "returnOfCapital") {
      const returned = this.#worth(cash, entry.currency, entry.day, instrumentId);
      const gain = holding.giveBackCost(returned);
      const gaps = isKnown(returned) ? [] : this.#rateGaps(entry, instrumentId);
      this.#lots?.giveBack(entry, instrumentId, { returned, gain, holding, gaps });
      return;
    }
    this.#deliver(entry, holding, quantity);
  }

  #takeIntoLots(
    entry: Entry,
    instrumentId: number,
    { on, ...lot }: { quantity: Decimal; cost: Cost; acquired: Day | null; on?: Day },
  ): void {
    if (!this.#lots) return;
    const isStated = !isDelivery(entry) || entry.cost !== undefined;
    const gaps: LotGap[] = isStated
      ? isKnown(lot.cost)
        ? []
        : this.#rateGaps(entry, instrumentId, on)
      : [{ code: "costUnknown", day: entry.day }];
    this.#lots.takeIn(entry, instrumentId, { ...lot, gaps });
  }

  #sellLots(entry: Entry, instrumentId: number, sold: { quantity: Decimal; proceeds: Cost; average: Cost }): void {
    if (!this.#lots) return;
    const gaps = isKnown(sold.proceeds) ? [] : this.#rateGaps(entry, instrumentId);
    this.#lots.sell(entry, instrumentId, { ...sold, holding: this.#position(instrumentId), gaps });
  }

  /** Units that the entry changes: splits before it that brought only cash are marked. */
  #settleInCash({ kind, instrumentId, quantity, counter, day }: Entry): void {
    if (kind === "split" || this.#options.splits === undefined) return;
    for (const [id, change] of [
      [instrumentId, quantity],
      [counter?.instrumentId, counter?.quantity],
    ] as const)
      if (id !== undefined && change !== undefined)
        this.#positions.get(id)?.settleInCash(this.#options.splits(id), day);
  }

  /** Notes the price per unit of a trade. */
  #noteTrade(holding: Holding, { instrumentId = 0, currency, day }: Entry, quantity: Decimal, traded: Decimal): void {
    // A free unit gives no price.
    if (this.#lotsAlone || quantity.isZero() || traded.isZero()) return;
    const { own } = this.#conversion.worth(traded.abs(), currency, { day, id: instrumentId, holding: new Holding() });
    if (own !== null) holding.lastTrade = { value: plain(own.div(quantity.abs())), day };
  }

  /**
   * Delivered units: a deposit or withdrawal of what they are worth on the day, at the market's price or that of the
   * holder's last trade; a worth that the custodian states counts as one. Before any price, of their stated cost, or without one, at the stated cost of those delivered
   * before. The daily values follow the same rule (daily.ts).
   */
  #deliver(entry: Entry, holding: Holding, quantity: Decimal): void {
    const { day, instrumentId, cost, acquiredOn, currency } = entry;
    if (instrumentId === undefined || !isDelivery(entry)) return;
    holding.lastDelivery = day;
    if (entry.value !== undefined) this.#noteTrade(holding, entry, quantity, new Decimal(entry.value));
    const market = this.#priceOf(holding, instrumentId, day) ?? read(holding.lastTrade?.value);
    const price = market ?? (cost === undefined ? holding.unitCost : null);
    const lots = lotsOf(entry);
    const costs = lots.map((lot) => this.#costOfLot(entry, instrumentId, lot));
    const brought = costs.reduce<Cost>(
      (all, one) => ({ own: plus(all.own, one.own), base: plus(all.base, one.base) }),
      {
        own: zero,
        base: zero,
      },
    );
    if (quantity.isNegative()) {
      holding.takeOut(day, quantity.neg());
      this.#lots?.takeOut(entry, instrumentId, quantity.neg());
    } else {
      for (const [place, { quantity: units, acquired }] of lots.entries())
        this.#takeIntoLots(entry, instrumentId, {
          quantity: new Decimal(units),
          cost: costs[place] ?? brought,
          acquired,
          on: acquired ?? day,
        });
      if (cost === undefined && !quantity.isZero()) holding.costUnknown = true;
      holding.takeIn(day, quantity, brought);
      if (brought.own !== null && !quantity.isZero()) holding.unitCost = brought.own.div(quantity);
    }
    if (price === null) {
      if (brought.base === null && !quantity.isZero() && !this.#missingPrices.has(instrumentId))
        this.#missingPrices.set(instrumentId, day);
      if (quantity.isZero() || cost === undefined || (acquiredOn === undefined && entry.lots === undefined))
        return this.#deposit(quantity.isZero() ? zero : brought.base);
      return this.#deposit(times(new Decimal(cost), this.#conversion.rate(currency, day, this.#deposits)));
    }
    const rate = this.#conversion.rate(this.#options.instrumentCurrency(instrumentId), day, this.#deposits);
    this.#deposit(times(quantity.times(price), rate));
  }

  #costOfLot({ currency, day }: Entry, instrumentId: number, { cost, acquired }: LotOfEntry): Cost {
    if (cost === undefined) return { own: null, base: null };
    return this.#worth(new Decimal(cost), currency, acquired ?? day, instrumentId);
  }

  /** The market price of a unit as the holder counts units, in the instrument's currency; null if there is none. */
  #priceOf(holding: Holding, instrumentId: number, day: Day): Known {
    const quote = this.#options.price(instrumentId, day);
    if (quote === undefined) return null;
    const found = inHeldUnits(quote, day, this.#options.splits?.(instrumentId) ?? [], holding);
    if ("missing" in found) return null;
    if (isStale(quote.day, day) && !this.#stalePrices.has(instrumentId))
      this.#stalePrices.set(instrumentId, { instrumentId, day, quoted: quote.day });
    const own = this.#options.instrumentCurrency(instrumentId);
    return times(found.price, this.#conversion.cross(quote.currency ?? own, own, day, this.#deposits));
  }

  /**
   * Merger, tender, spin-off. The cost of the outgoing units moves to the incoming ones; cash received reduces it
   * first, and the part above it is realised. In a spin-off, `cost` is the part that moves while the old units stay.
   */
  #exchange(entry: Entry, parts: EntryParts, quantity: Decimal): void {
    const { counter } = entry;
    const incoming = new Decimal(counter?.quantity ?? 0);
    const [outId, inId] =
      incoming.isNegative() && !incoming.isZero()
        ? [counter?.instrumentId, entry.instrumentId]
        : [entry.instrumentId, counter?.instrumentId];
    if (outId === undefined) return;
    const [goes, comes] = outId === entry.instrumentId ? [quantity, incoming] : [incoming, quantity];
    const out = this.#position(outId);
    const cash = this.#cashBeside(entry, parts, outId);
    if (goes.isPositive() && !goes.isZero()) {
      // Subscribed for cash, nothing given up.
      const cost = { own: cash.own && cash.own.neg(), base: cash.base && cash.base.neg() };
      this.#takeIntoLots(entry, outId, { quantity: goes, cost, acquired: entry.day });
      return out.takeIn(entry.day, goes, cost);
    }
    const stated = goes.isZero()
      ? this.#worth(new Decimal(entry.cost ?? 0), entry.currency, entry.day, outId).own
      : zero;
    const before = out.cost;
    const moved = goes.isZero() ? out.takeCost(stated) : out.takeOut(entry.day, goes.neg());
    if (inId === undefined) {
      out.realise(minus(cash.own, moved.own), minus(cash.base, moved.base));
      return this.#giveUpLots(entry, outId, { quantity: goes.neg(), proceeds: cash, average: moved, stated, before });
    }
    const into = this.#position(inId);
    const [restOwn, gainOwn] = giveBack(moved.own, cash.own);
    const [restBase, gainBase] = giveBack(moved.base, cash.base);
    const { instrumentCurrency } = this.#options;
    const cross = this.#conversion.cross(instrumentCurrency(outId), instrumentCurrency(inId), entry.day, into);
    into.takeIn(entry.day, comes, { own: times(restOwn, cross), base: restBase });
    if (this.#lots) {
      const gaps = this.#rateGaps(entry, outId).concat(this.#rateGaps(entry, inId));
      const leaving = goes.isZero() ? { part: stated, of: before } : goes.neg();
      const gain = { own: gainOwn, base: gainBase };
      this.#lots.exchange(
        entry,
        { out: outId, into: inId },
        { leaving, quantity: comes, cash, gain, cross, holding: out, gaps },
      );
      if (into.quantity.isZero())
        this.#lots.realiseCostOfNothing(entry, inId, { own: into.cost, base: into.costBase }, into);
    }
    // The cost of units that were sold meanwhile is less gain.
    into.realiseCostOfNothing();
    // The value of what was given for them, which only the days know, replaces it.
    into.unitCost = null;
    if (restOwn === null || restBase === null) into.inheritGaps(out);
    out.realise(gainOwn, gainBase);
  }

  /** Units, or part of their cost, given up for cash alone. */
  #giveUpLots(
    entry: Entry,
    instrumentId: number,
    { stated, before, ...sold }: { quantity: Decimal; proceeds: Cost; average: Cost; stated: Known; before: Known },
  ): void {
    if (!sold.quantity.isZero()) return this.#sellLots(entry, instrumentId, sold);
    const gaps = this.#rateGaps(entry, instrumentId);
    const holding = this.#position(instrumentId);
    this.#lots?.giveUpCost(entry, instrumentId, { ...sold, share: { part: stated, of: before }, holding, gaps });
  }

  /** Cash of an exchange, in the entry's currency and the counter's. */
  #cashBeside({ currency, day, counter }: Entry, parts: EntryParts, instrumentId: number): Cost {
    const first = this.#worth(this.#tradedCash(parts), currency, day, instrumentId);
    if (counter?.currency === undefined || counter.amount === undefined) return first;
    const second = this.#worth(new Decimal(counter.amount), counter.currency, day, instrumentId);
    return { own: plus(first.own, second.own), base: plus(first.base, second.base) };
  }

  #deposit(base: Known): void {
    this.#deposits.costBase = plus(this.#deposits.costBase, base);
  }

  /** Notes the rate of income and charges on their instrument, which may be a reason for an unknown cost. */
  #noteRate({ instrumentId, currency, day }: Entry, { income, fees, tax }: EntryParts): void {
    if (instrumentId === undefined || (income.isZero() && fees.isZero() && tax.isZero())) return;
    this.#conversion.rate(currency, day, this.#position(instrumentId));
  }

  /** Adds income, fees and taxes to the instrument that caused them, or to the currency. */
  #note({ instrumentId, currency, day }: Entry, { income, fees, tax }: EntryParts): void {
    if (income.isZero() && fees.isZero() && tax.isZero()) return;
    const holding = instrumentId === undefined ? this.#cash.balance(currency) : this.#position(instrumentId);
    const rate = this.#conversion.rate(currency, day, holding);
    holding.incomeBase = plus(holding.incomeBase, times(income, rate));
    holding.feesBase = plus(holding.feesBase, times(fees, rate));
    holding.taxBase = plus(holding.taxBase, times(tax, rate));
  }
}

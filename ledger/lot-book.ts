/**
 * The lots of every holding, kept while a `Replayer` applies entries, and what was realised: each sale with the lots that it
 * consumed and with its average cost. One walk gives the cost by both methods.
 */
import { Decimal, type Known, plain, zero } from "./decimal.ts";
import type { Day, DecimalString, Entry, EntryKind } from "./entry.ts";
import type { Cost, Holding } from "./holding.ts";
import { type Amounts, costOf, type Lot, type LotGap, Lots, nothing, sides, withGaps } from "./lots.ts";
import { sharesOf, takenFrom } from "./shares.ts";
import { fromUnits, toUnits } from "./units.ts";

/** A figure in the instrument's currency and in base; null if unknown. */
export interface Figures {
  own: DecimalString | null;
  base: DecimalString | null;
}

/** Cost by one method. */
export interface MethodCost {
  cost: Figures;
  gain: Figures;
  /** Why cost or gain is unknown. */
  gaps: readonly LotGap[];
}

/** Units of a lot that are gone. */
export interface LotPart {
  /** Null if unknown: then on or before `since`. */
  acquired: Day | null;
  since: Day;
  quantity: DecimalString;
  cost: Figures;
}

/**
 * Something realised: units sold, given up for cash or lost without any (`split`, `exchange`), or cash of a return of
 * capital or an exchange above the cost, then without units.
 */
export interface Sale {
  entryId: number;
  kind: EntryKind;
  day: Day;
  instrumentId: number;
  quantity: DecimalString;
  proceeds: Figures;
  /** By lots, the first acquired first. */
  fifo: MethodCost;
  average: MethodCost;
  /** Empty for cash above the cost. */
  lots: LotPart[];
}

/** A holding of which everything is gone, with what it realised. */
export interface ClosedHolding {
  instrumentId: number;
  /** The first day of the holding, and the day on which the last unit left. */
  from: Day;
  to: Day;
  fifo: Omit<MethodCost, "cost">;
  average: Omit<MethodCost, "cost">;
}

export const asUnits = (value: Known): bigint | null => (value === null ? null : toUnits(plain(value)));
const amountsOf = ({ own, base }: Cost): Amounts => ({ own: asUnits(own), base: asUnits(base) });
const figure = (value: bigint | null): DecimalString | null => (value === null ? null : fromUnits(value));
export const figuresOf = ({ own, base }: Amounts): Figures => ({ own: figure(own), base: figure(base) });
const less = (one: Amounts, other: Amounts): Amounts => ({
  own: one.own === null || other.own === null ? null : one.own - other.own,
  base: one.base === null || other.base === null ? null : one.base - other.base,
});
const more = (one: Amounts, other: Amounts): Amounts => ({
  own: one.own === null || other.own === null ? null : one.own + other.own,
  base: one.base === null || other.base === null ? null : one.base + other.base,
});
const isNothing = ({ own, base }: Amounts): boolean => own === 0n && base === 0n;
const lacks = ({ own, base }: Amounts): boolean => own === null || base === null;
const gapsOf = (lots: readonly Lot[]): readonly LotGap[] =>
  lots.reduce<readonly LotGap[]>((gaps, lot) => (lacks(lot) ? withGaps(gaps, lot.gaps) : gaps), []);

/** Figures of a sale before they are written. */
interface Realised {
  entry: Entry;
  instrumentId: number;
  quantity: bigint;
  proceeds: Amounts;
  lots: readonly Lot[];
  fifo: { cost: Amounts; gaps: readonly LotGap[] };
  average: { cost: Amounts; gaps: readonly LotGap[] };
  /** Why the proceeds are unknown. */
  gaps: readonly LotGap[];
}

/** What one uninterrupted holding has realised so far. */
interface Run {
  from: Day;
  isSold: boolean;
  fifo: Amounts;
  average: Amounts;
  gaps: { fifo: readonly LotGap[]; average: readonly LotGap[] };
}

/** The reasons for which the average cost of a holding that began on a day is unknown. */
const reasonsOf = (holding: Holding, since: Day): LotGap[] => [
  ...(holding.costUnknown ? [{ code: "costUnknown" as const, day: since }] : []),
  ...[...holding.missingRates].map(([currency, missing]) => ({
    code: "rateMissing" as const,
    currency,
    day: missing,
  })),
];

/** A part of a holding's cost that leaves while the units stay, and the average cost before: each lot gives the same share. */
interface CostShare {
  part: Known;
  of: Known;
}

interface Taken {
  quantity: Decimal;
  proceeds: Cost;
  average: Cost;
  /** After the sale. */
  holding: Holding;
  /** Why proceeds are unknown. */
  gaps: readonly LotGap[];
}

export class LotBook {
  readonly #from: Day;
  readonly #lots = new Map<number, Lots>();
  readonly #runs = new Map<number, Run>();
  /** Realised on or after the day given. */
  readonly sales: Sale[] = [];
  /** Closed on or after the day given, of those that realised something. */
  readonly closed: ClosedHolding[] = [];

  /** What was realised before `from` is not listed. */
  constructor(from: Day) {
    this.#from = from;
  }

  /** The lots of an instrument, the first to go first. */
  held(instrumentId: number): LotPart[] {
    return (this.#lots.get(instrumentId)?.held() ?? []).map(partOf);
  }

  /** Cost of all units of an instrument by their lots. */
  cost(instrumentId: number): Figures {
    return figuresOf(this.#lots.get(instrumentId)?.cost() ?? nothing);
  }

  quantity(instrumentId: number): DecimalString {
    return fromUnits(this.#lots.get(instrumentId)?.quantity ?? 0n);
  }

  #of(instrumentId: number): Lots {
    let lots = this.#lots.get(instrumentId);
    if (!lots) this.#lots.set(instrumentId, (lots = new Lots()));
    return lots;
  }

  /** Units come in as a lot of their own. */
  takeIn(
    { day }: Entry,
    instrumentId: number,
    { quantity, cost, acquired, gaps }: { quantity: Decimal; cost: Cost; acquired: Day | null; gaps: readonly LotGap[] },
  ): void {
    const units = toUnits(plain(quantity));
    this.#add(instrumentId, day, [
      { ...amountsOf(cost), quantity: units, acquired, since: day, returned: 0n, gaps: lacks(amountsOf(cost)) ? gaps : [] },
    ]);
  }

  #add(instrumentId: number, day: Day, lots: readonly Lot[]): void {
    const into = this.#of(instrumentId);
    for (const lot of lots) into.add(lot);
    if (into.quantity > 0n && !this.#runs.has(instrumentId))
      this.#runs.set(instrumentId, { from: day, isSold: false, fifo: nothing, average: nothing, gaps: { fifo: [], average: [] } });
  }

  /** Units are sold, or given up for cash. */
  sell(entry: Entry, instrumentId: number, { quantity, proceeds, average, holding, gaps }: Taken): void {
    const lots = this.#of(instrumentId).take(toUnits(plain(quantity)));
    this.#realise({
      entry,
      instrumentId,
      quantity: toUnits(plain(quantity)),
      proceeds: amountsOf(proceeds),
      lots,
      fifo: { cost: costOf(lots), gaps: gapsOf(lots) },
      average: { cost: amountsOf(average), gaps: this.#reasonsOf(entry, instrumentId, holding) },
      gaps,
    });
    this.#closeIfEmpty(instrumentId, entry.day);
  }

  /** Units leave without being sold, the first acquired first. */
  takeOut({ day }: Entry, instrumentId: number, quantity: Decimal): void {
    this.#of(instrumentId).take(toUnits(plain(quantity)));
    this.#closeIfEmpty(instrumentId, day);
  }

  /** A split; `before` is the holding's average cost, which is lost if no unit is left. */
  split(entry: Entry, instrumentId: number, { before, holding }: { before: Cost; holding: Holding }): void {
    const lots = this.#of(instrumentId);
    if (holding.quantity.isZero()) {
      const quantity = new Decimal(fromUnits(lots.quantity));
      this.sell(entry, instrumentId, { quantity, proceeds: { own: zero, base: zero }, average: before, holding, gaps: [] });
      return;
    }
    if (lots.quantity > 0n) return lots.scale(toUnits(plain(holding.quantity)));
    this.takeIn(entry, instrumentId, { quantity: holding.quantity, cost: { own: zero, base: zero }, acquired: null, gaps: [] });
  }

  /** Returned capital; `gain` is the part above the average cost. */
  giveBack(
    entry: Entry,
    instrumentId: number,
    { returned, gain, holding, gaps }: { returned: Cost; gain: Cost; holding: Holding; gaps: readonly LotGap[] },
  ): void {
    const lots = this.#of(instrumentId);
    const unknown = gapsOf(lots.held());
    const proceeds = amountsOf(returned);
    const above = lots.giveBack(proceeds, gaps);
    const aboveAverage = amountsOf(gain);
    if (isNothing(above) && isNothing(aboveAverage)) return;
    this.#realise({
      entry,
      instrumentId,
      quantity: 0n,
      proceeds,
      lots: [],
      fifo: { cost: less(proceeds, above), gaps: withGaps(unknown, gaps) },
      average: { cost: less(proceeds, aboveAverage), gaps: this.#reasonsOf(entry, instrumentId, holding) },
      gaps,
    });
  }

  #takeCost(instrumentId: number, { part, of }: CostShare, gaps: readonly LotGap[]): Lot[] {
    const [moved, whole] = [asUnits(part), asUnits(of)];
    const lots = this.#of(instrumentId);
    if (moved === 0n) return lots.takeCost({ part: 0n, of: 1n }, gaps);
    const share = moved === null || whole === null ? null : { part: moved, of: whole };
    return lots.takeCost(share, withGaps(gapsOf(lots.held()), gaps));
  }

  /** Part of the cost is given up for cash while the units stay. */
  giveUpCost(
    entry: Entry,
    instrumentId: number,
    { proceeds, average, share, holding, gaps }: Omit<Taken, "quantity"> & { share: CostShare },
  ): void {
    const cost = costOf(this.#takeCost(instrumentId, share, gaps));
    const received = amountsOf(proceeds);
    const lost = amountsOf(average);
    if (isNothing(received) && isNothing(cost) && isNothing(lost)) return;
    this.#realise({
      entry,
      instrumentId,
      quantity: 0n,
      proceeds: received,
      lots: [],
      fifo: { cost, gaps },
      average: { cost: lost, gaps: withGaps(this.#reasonsOf(entry, instrumentId, holding), gaps) },
      gaps,
    });
  }

  /**
   * The lots of one instrument become those of another, with their days. Cash received (`cash`) reduces their cost by the same amount
   * for each unit first; `gain` is the part above the average cost.
   */
  exchange(
    entry: Entry,
    { out, into }: { out: number; into: number },
    {
      leaving,
      quantity,
      cash,
      gain,
      cross,
      holding,
      gaps,
    }: {
      /** Units, or only their cost. */
      leaving: Decimal | CostShare;
      quantity: Decimal;
      cash: Cost;
      gain: Cost;
      /** Units of the second instrument's currency per unit of the first's. */
      cross: Known;
      holding: Holding;
      gaps: readonly LotGap[];
    },
  ): void {
    const received = amountsOf(cash);
    const lots =
      leaving instanceof Decimal
        ? this.#of(out).take(toUnits(plain(leaving)))
        : this.#takeCost(out, leaving, gaps);
    const units = lots.map((lot) => lot.quantity);
    const above: Amounts = { own: 0n, base: 0n };
    const moved = lots.map((lot) => ({ ...lot }));
    for (const side of sides) above[side] = reduce(moved, side, received[side]);
    const aboveAverage = amountsOf(gain);
    if (!isNothing(above) || !isNothing(aboveAverage))
      this.#realise({
        entry,
        instrumentId: out,
        quantity: 0n,
        proceeds: received,
        lots: [],
        fifo: { cost: less(received, above), gaps: withGaps(gapsOf(lots), gaps) },
        average: { cost: less(received, aboveAverage), gaps: this.#reasonsOf(entry, out, holding) },
        gaps,
      });
    this.#closeIfEmpty(out, entry.day);
    inCurrency(moved, cross);
    const quantities = sharesOf(toUnits(plain(quantity)), units);
    this.#add(
      into,
      entry.day,
      moved.map((lot, index) => ({
        ...lot,
        quantity: quantities[index] ?? 0n,
        returned: 0n,
        gaps: lacks(lot) ? withGaps(lot.gaps, gaps) : [],
      })),
    );
  }

  /** Cost that came to a holding without units is lost; `average` is the average cost. */
  realiseCostOfNothing(entry: Entry, instrumentId: number, average: Cost, holding: Holding): void {
    const lots = this.#of(instrumentId);
    if (lots.quantity !== 0n) return;
    const cost = lots.takeIdle();
    const lost = amountsOf(average);
    if (isNothing(cost) && isNothing(lost)) return;
    const gaps = this.#reasonsOf(entry, instrumentId, holding);
    this.#realise({
      entry,
      instrumentId,
      quantity: 0n,
      proceeds: nothing,
      lots: [],
      fifo: { cost, gaps },
      average: { cost: lost, gaps },
      gaps: [],
    });
  }

  #realise({ entry, instrumentId, quantity, proceeds, lots, fifo, average, gaps }: Realised): void {
    const gains = { fifo: less(proceeds, fifo.cost), average: less(proceeds, average.cost) };
    const reasons = {
      fifo: lacks(gains.fifo) ? withGaps(lacks(fifo.cost) ? fifo.gaps : [], lacks(proceeds) ? gaps : []) : [],
      average: lacks(gains.average) ? withGaps(lacks(average.cost) ? average.gaps : [], lacks(proceeds) ? gaps : []) : [],
    };
    const run = this.#runs.get(instrumentId);
    if (run) {
      run.isSold = true;
      run.fifo = more(run.fifo, gains.fifo);
      run.average = more(run.average, gains.average);
      run.gaps = { fifo: withGaps(run.gaps.fifo, reasons.fifo), average: withGaps(run.gaps.average, reasons.average) };
    }
    if (entry.day < this.#from) return;
    this.sales.push({
      entryId: entry.id,
      kind: entry.kind,
      day: entry.day,
      instrumentId,
      quantity: fromUnits(quantity),
      proceeds: figuresOf(proceeds),
      fifo: { cost: figuresOf(fifo.cost), gain: figuresOf(gains.fifo), gaps: reasons.fifo },
      average: { cost: figuresOf(average.cost), gain: figuresOf(gains.average), gaps: reasons.average },
      lots: lots.map(partOf),
    });
  }

  #reasonsOf({ day }: Entry, instrumentId: number, holding: Holding): LotGap[] {
    return reasonsOf(holding, this.#runs.get(instrumentId)?.from ?? day);
  }

  /** A holding of which everything is gone ends; the next unit begins another. */
  #closeIfEmpty(instrumentId: number, day: Day): void {
    const run = this.#runs.get(instrumentId);
    if (!run || this.#of(instrumentId).quantity !== 0n) return;
    this.#runs.delete(instrumentId);
    if (!run.isSold || day < this.#from) return;
    this.closed.push({
      instrumentId,
      from: run.from,
      to: day,
      fifo: { gain: figuresOf(run.fifo), gaps: run.gaps.fifo },
      average: { gain: figuresOf(run.average), gaps: run.gaps.average },
    });
  }
}

const partOf = (lot: Lot): LotPart => ({
  acquired: lot.acquired,
  since: lot.since,
  quantity: fromUnits(lot.quantity),
  cost: figuresOf(lot),
});

/** Reduces the cost of lots by cash, by the same amount for each unit; a negative one adds to it. Returns the part above all of them. */
function reduce(lots: readonly Lot[], side: "own" | "base", cash: bigint | null): bigint | null {
  if (cash === 0n) return 0n;
  const units = lots.map(({ quantity }) => quantity);
  const costs = lots.flatMap((lot) => lot[side] ?? []);
  if (cash === null || costs.length < lots.length) {
    for (const lot of lots as Lot[]) lot[side] = null;
    return null;
  }
  if (lots.length === 0) return cash > 0n ? cash : 0n;
  const { taken, above } = cash < 0n ? { taken: sharesOf(cash, units), above: 0n } : takenFrom(costs, units, cash);
  for (const [index, lot] of (lots as Lot[]).entries()) lot[side] = (costs[index] ?? 0n) - (taken[index] ?? 0n);
  return above;
}

/** Converts the cost of lots into another instrument's currency; their sum is that of the whole cost. */
function inCurrency(lots: readonly Lot[], cross: Known): void {
  const known = lots.filter(({ own }) => own !== null);
  const costs = known.flatMap(({ own }) => own ?? []);
  const whole = costs.reduce((sum, cost) => sum + cost, 0n);
  if (cross?.eq(1) || whole === 0n) return;
  const parts =
    cross === null ? undefined : sharesOf(toUnits(plain(cross.times(fromUnits(whole)))), costs);
  for (const [index, lot] of known.entries()) (lot as Lot).own = parts?.[index] ?? null;
}


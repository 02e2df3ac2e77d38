/** The lots of every holding, kept while a `Replayer` applies entries. One walk gives the cost by lots and at average cost. */
import { Decimal, type Known, minus, zero } from "./decimal.ts";
import type { Day, Entry } from "./entry.ts";
import type { Cost, Holding } from "./holding.ts";
import {
  type Amounts,
  amountsOf,
  asUnits,
  costOf,
  isNothing,
  type Lot,
  type LotGap,
  Lots,
  lacks,
  less,
  nothing,
  sides,
  withGaps,
} from "./lots.ts";
import { Realised } from "./realised.ts";
import { sharesOf, takenFrom } from "./shares.ts";
import { fromUnits, unitsOf } from "./units.ts";

/** Why costs of lots are unknown. */
const gapsOf = (lots: readonly Lot[]): readonly LotGap[] =>
  lots.reduce<readonly LotGap[]>((gaps, lot) => (lacks(lot) ? withGaps(gaps, lot.gaps) : gaps), []);

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
  readonly #lots = new Map<number, Lots>();
  readonly realised: Realised;

  /** What was realised before `from` is not listed. */
  constructor(from: Day) {
    this.realised = new Realised(from);
  }

  /** The lots of an instrument, the first to go first. */
  held(instrumentId: number): readonly Lot[] {
    return this.#lots.get(instrumentId)?.held() ?? [];
  }

  /** Cost of all units of an instrument by their lots. */
  cost(instrumentId: number): Amounts {
    return this.#lots.get(instrumentId)?.cost() ?? nothing;
  }

  quantity(instrumentId: number): bigint {
    return this.#lots.get(instrumentId)?.quantity ?? 0n;
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
    {
      quantity,
      cost,
      acquired,
      gaps,
    }: { quantity: Decimal; cost: Cost; acquired: Day | null; gaps: readonly LotGap[] },
  ): void {
    const amounts = amountsOf(cost);
    this.#add(instrumentId, day, [
      {
        ...amounts,
        quantity: unitsOf(quantity),
        acquired,
        since: day,
        returned: 0n,
        gaps: lacks(amounts) ? gaps : [],
      },
    ]);
  }

  #add(instrumentId: number, day: Day, lots: readonly Lot[]): void {
    const into = this.#of(instrumentId);
    for (const lot of lots) into.add(lot);
    if (into.quantity > 0n) this.realised.begin(instrumentId, day);
  }

  /** Units are sold, or given up for cash. */
  sell(entry: Entry, instrumentId: number, { quantity, proceeds, average, holding, gaps }: Taken): void {
    const lots = this.#of(instrumentId).take(unitsOf(quantity));
    this.realised.add({
      entry,
      instrumentId,
      quantity: unitsOf(quantity),
      proceeds: amountsOf(proceeds),
      lots,
      fifo: { cost: costOf(lots), gaps: gapsOf(lots) },
      average: { cost: average, gaps: this.realised.reasonsOf(entry, instrumentId, holding) },
      gaps,
    });
    this.#closeIfEmpty(instrumentId, entry.day);
  }

  /** Units leave without being sold, the first acquired first; returns their lots. */
  takeOut({ day }: Entry, instrumentId: number, quantity: Decimal): Lot[] {
    const gone = this.#of(instrumentId).take(unitsOf(quantity));
    this.#closeIfEmpty(instrumentId, day);
    return gone;
  }

  /** A split; `before` is the holding's average cost, which is lost if no unit is left. */
  split(entry: Entry, instrumentId: number, { before, holding }: { before: Cost; holding: Holding }): void {
    const lots = this.#of(instrumentId);
    if (holding.quantity.isZero()) {
      const quantity = new Decimal(fromUnits(lots.quantity));
      this.sell(entry, instrumentId, {
        quantity,
        proceeds: { own: zero, base: zero },
        average: before,
        holding,
        gaps: [],
      });
      return;
    }
    if (lots.quantity > 0n) return lots.scale(unitsOf(holding.quantity));
    this.takeIn(entry, instrumentId, {
      quantity: holding.quantity,
      cost: { own: zero, base: zero },
      acquired: null,
      gaps: [],
    });
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
    if (isNothing(above) && gain.own?.isZero() && gain.base?.isZero()) return;
    this.realised.add({
      entry,
      instrumentId,
      quantity: 0n,
      proceeds,
      lots: [],
      fifo: { cost: less(proceeds, above), gaps: withGaps(unknown, gaps) },
      average: { cost: below(returned, gain), gaps: this.realised.reasonsOf(entry, instrumentId, holding) },
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
    if (isNothing(received) && isNothing(cost) && average.own?.isZero() && average.base?.isZero()) return;
    this.realised.add({
      entry,
      instrumentId,
      quantity: 0n,
      proceeds: received,
      lots: [],
      fifo: { cost, gaps },
      average: { cost: average, gaps: withGaps(this.realised.reasonsOf(entry, instrumentId, holding), gaps) },
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
    const lots = leaving instanceof Decimal ? this.#of(out).take(unitsOf(leaving)) : this.#takeCost(out, leaving, gaps);
    const units = lots.map((lot) => lot.quantity);
    const above: Amounts = { own: 0n, base: 0n };
    const moved = lots.map((lot) => ({ ...lot }));
    for (const side of sides) above[side] = reduce(moved, side, received[side]);
    if (!isNothing(above) || !gain.own?.isZero() || !gain.base?.isZero())
      this.realised.add({
        entry,
        instrumentId: out,
        quantity: 0n,
        proceeds: received,
        lots: [],
        fifo: { cost: less(received, above), gaps: withGaps(gapsOf(lots), gaps) },
        average: { cost: below(cash, gain), gaps: this.realised.reasonsOf(entry, out, holding) },
        gaps,
      });
    this.#closeIfEmpty(out, entry.day);
    inCurrency(moved, cross);
    const quantities = sharesOf(unitsOf(quantity), units);
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
    if (isNothing(cost) && average.own?.isZero() && average.base?.isZero()) return;
    const gaps = this.realised.reasonsOf(entry, instrumentId, holding);
    this.realised.add({
      entry,
      instrumentId,
      quantity: 0n,
      proceeds: nothing,
      lots: [],
      fifo: { cost, gaps },
      average: { cost: average, gaps },
      gaps: [],
    });
  }

  /** A holding of which everything is gone ends. */
  #closeIfEmpty(instrumentId: number, day: Day): void {
    if (this.#of(instrumentId).quantity === 0n) this.realised.end(instrumentId, day);
  }
}

/** The part of an amount that a gain leaves: the cost that it reduced. */
const below = (whole: Cost, gain: Cost): Cost => ({
  own: minus(whole.own, gain.own),
  base: minus(whole.base, gain.base),
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
  const parts = cross === null ? undefined : sharesOf(unitsOf(cross.times(fromUnits(whole))), costs);
  for (const [index, lot] of known.entries()) (lot as Lot).own = parts?.[index] ?? null;
}

/** What was realised: each sale with its cost by lots and at average cost, and each holding of which everything is gone. */
import { plus, zero } from "./decimal.ts";
import type { Day, Entry } from "./entry.ts";
import type { Cost, Holding } from "./holding.ts";
import { type Amounts, amountsOf, type Lot, type LotGap, lacks, less, more, nothing, withGaps } from "./lots.ts";

/**
 * Something realised: units sold, given up for cash or lost without any (`split`, `exchange`), or cash of a return of
 * capital or an exchange above the cost, then without units. `writeSale` writes its figures.
 */
export interface Sale {
  entry: Entry;
  instrumentId: number;
  quantity: bigint;
  proceeds: Amounts;
  /** What was consumed, the first acquired first; empty for cash above the cost. */
  lots: readonly Lot[];
  fifo: MethodCost<Amounts>;
  average: MethodCost<Cost>;
  /** Why the proceeds are unknown. */
  gaps: readonly LotGap[];
}

interface MethodCost<Figure> {
  cost: Figure;
  /** Why it is unknown. */
  gaps: readonly LotGap[];
}

/** A holding of which everything is gone, with what it realised. */
export interface ClosedHolding {
  instrumentId: number;
  /** The first day of the holding, and the day on which the last unit left. */
  from: Day;
  to: Day;
  fifo: MethodGain;
  average: MethodGain;
}

export interface MethodGain {
  gain: Amounts;
  /** Why it is unknown. */
  gaps: readonly LotGap[];
}

/** Why a gain is unknown. */
const reasons = (proceeds: Amounts, gaps: readonly LotGap[], of: MethodCost<Amounts | Cost>): readonly LotGap[] => {
  const ofProceeds = lacks(proceeds) ? gaps : [];
  return lacks(of.cost) ? withGaps(of.gaps, ofProceeds) : ofProceeds;
};

type Method = "fifo" | "average";
/** A sale's cost by one method. */
export const costBy = ({ fifo, average }: Sale, method: Method): Amounts =>
  method === "fifo" ? fifo.cost : amountsOf(average.cost);
/** A sale's gain by one method. */
export const gainBy = (sale: Sale, method: Method): MethodGain => ({
  gain: less(sale.proceeds, costBy(sale, method)),
  gaps: reasons(sale.proceeds, sale.gaps, sale[method]),
});

/** What one uninterrupted holding has realised so far. */
interface Run {
  from: Day;
  isSold: boolean;
  proceeds: Amounts;
  fifo: { cost: Amounts; gaps: readonly LotGap[] };
  average: { cost: Cost; gaps: readonly LotGap[] };
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

export class Realised {
  readonly #from: Day;
  readonly #runs = new Map<number, Run>();
  /** Realised on or after the day given. */
  readonly sales: Sale[] = [];
  /** Closed on or after the day given, of those that realised something. */
  readonly closed: ClosedHolding[] = [];

  /** What was realised before `from` is not listed. */
  constructor(from: Day) {
    this.#from = from;
  }

  /** Units are held from a day on; nothing changes if some were held before. */
  begin(instrumentId: number, day: Day): void {
    if (this.#runs.has(instrumentId)) return;
    this.#runs.set(instrumentId, {
      from: day,
      isSold: false,
      proceeds: nothing,
      fifo: { cost: nothing, gaps: [] },
      average: { cost: { own: zero, base: zero }, gaps: [] },
    });
  }

  add(sale: Sale): void {
    const { entry, instrumentId, proceeds, fifo, average, gaps } = sale;
    const run = this.#runs.get(instrumentId);
    if (run) {
      run.isSold = true;
      run.proceeds = more(run.proceeds, proceeds);
      run.fifo.cost = more(run.fifo.cost, fifo.cost);
      run.fifo.gaps = withGaps(run.fifo.gaps, reasons(proceeds, gaps, fifo));
      run.average.cost = {
        own: plus(run.average.cost.own, average.cost.own),
        base: plus(run.average.cost.base, average.cost.base),
      };
      run.average.gaps = withGaps(run.average.gaps, reasons(proceeds, gaps, average));
    }
    if (entry.day >= this.#from) this.sales.push(sale);
  }

  /** The reasons for which the average cost is unknown, at an entry's day. */
  reasonsOf({ day }: Entry, instrumentId: number, holding: Holding): LotGap[] {
    return reasonsOf(holding, this.#runs.get(instrumentId)?.from ?? day);
  }

  /** Everything is gone; the next unit begins another holding. */
  end(instrumentId: number, day: Day): void {
    const run = this.#runs.get(instrumentId);
    this.#runs.delete(instrumentId);
    if (!run?.isSold || day < this.#from) return;
    this.closed.push({
      instrumentId,
      from: run.from,
      to: day,
      fifo: { gain: less(run.proceeds, run.fifo.cost), gaps: run.fifo.gaps },
      average: { gain: less(run.proceeds, amountsOf(run.average.cost)), gaps: run.average.gaps },
    });
  }
}

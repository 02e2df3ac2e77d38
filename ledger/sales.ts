/** What a holder realised in a range of days, by lots and at average cost; and the lots that are left. */
import type { Day, DecimalString, Entry, EntryKind } from "./entry.ts";
import { LotBook } from "./lot-book.ts";
import type { Amounts, Lot, LotGap } from "./lots.ts";
import { type ClosedHolding, costBy, gainBy, type Sale } from "./realised.ts";
import { Replayer, type ReplayOptions } from "./replay.ts";
import { startState } from "./state.ts";
import { fromUnits } from "./units.ts";

export interface RealisedSales {
  /** In the order of booking. */
  sales: Sale[];
  closed: ClosedHolding[];
  /** The lots after the last day. */
  lots: LotBook;
}

/**
 * Replays a ledger's entries (in booking order, without undone ones) from the first one on; those after `to` do not count. An entry
 * that the ledger would refuse is left out.
 */
export function realisedSales(
  options: ReplayOptions,
  entries: Iterable<Entry>,
  { from, to }: { from: Day; to: Day },
): RealisedSales {
  const lots = new LotBook(from);
  const replayer = new Replayer(options, startState(), lots, true);
  for (const entry of entries) {
    if (entry.day > to) break;
    replayer.apply(entry);
  }
  const { sales, closed } = lots.realised;
  return { sales, closed, lots };
}

/** A figure in the instrument's currency and in base; null if unknown. */
export interface Figures {
  own: DecimalString | null;
  base: DecimalString | null;
}

/** Units of a lot. */
export interface WrittenLot {
  /** Null if unknown: then on or before `since`. */
  acquired: Day | null;
  since: Day;
  quantity: DecimalString;
  cost: Figures;
}

/** Cost and gain by one method. */
export interface WrittenCost {
  cost: Figures;
  gain: Figures;
  /** Why cost or gain is unknown. */
  gaps: readonly LotGap[];
}

export interface WrittenSale {
  entryId: number;
  kind: EntryKind;
  day: Day;
  instrumentId: number;
  quantity: DecimalString;
  proceeds: Figures;
  fifo: WrittenCost;
  average: WrittenCost;
  lots: WrittenLot[];
}

const write = (value: bigint | null): DecimalString | null => (value === null ? null : fromUnits(value));
export const writeAmounts = ({ own, base }: Amounts): Figures => ({ own: write(own), base: write(base) });
export const writeLot = (lot: Lot): WrittenLot => ({
  acquired: lot.acquired,
  since: lot.since,
  quantity: fromUnits(lot.quantity),
  cost: writeAmounts(lot),
});

export function writeSale(sale: Sale): WrittenSale {
  const { entry, instrumentId, quantity, proceeds, lots } = sale;
  const method = (name: "fifo" | "average"): WrittenCost => {
    const { gain, gaps } = gainBy(sale, name);
    return { cost: writeAmounts(costBy(sale, name)), gain: writeAmounts(gain), gaps };
  };
  return {
    entryId: entry.id,
    kind: entry.kind,
    day: entry.day,
    instrumentId,
    quantity: fromUnits(quantity),
    proceeds: writeAmounts(proceeds),
    fifo: method("fifo"),
    average: method("average"),
    lots: lots.map(writeLot),
  };
}

/** What a holder realised in a range of days, by lots and at average cost; and the lots that are left. */
import type { Day, Entry } from "./entry.ts";
import { type ClosedHolding, LotBook, type Sale } from "./lot-book.ts";
import { Replayer, type ReplayOptions } from "./replay.ts";
import { startState } from "./state.ts";

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
  const replayer = new Replayer(options, startState(), lots);
  for (const entry of entries) {
    if (entry.day > to) break;
    replayer.apply(entry);
  }
  return { sales: lots.sales, closed: lots.closed, lots };
}

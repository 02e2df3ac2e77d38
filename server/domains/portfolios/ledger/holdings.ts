/** A holder's current quantities and cash, without valuation, for other domains. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { findEntriesByExternalId, listActiveEntries, listBookings, listFoundEntries } from "./entries.queries.ts";
import { findHead, listCash, listPositions } from "./holdings.queries.ts";

export interface Holdings {
  /** Quantity by instrument; "0" for sold ones. */
  positions: Map<number, string>;
  cash: Map<string, string>;
  /** Day of the newest entry; null in an empty ledger. */
  lastDay: string | null;
}

export async function getHoldings(db: Db, holder: Holder): Promise<Holdings> {
  const [head, positions, cash] = [
    await findHead(db, holder),
    await listPositions(db, holder),
    await listCash(db, holder),
  ];
  return {
    positions: new Map(positions.map(({ instrumentId, quantity }) => [instrumentId, quantity])),
    cash: new Map(cash.map(({ currency, amount }) => [currency, amount])),
    lastDay: head?.lastDay ?? null,
  };
}

/** Entries in force about these instruments up to a day, in booking order. */
export const findEntriesAbout = (
  db: Db,
  holder: Holder,
  { instrumentIds, to }: { instrumentIds: readonly number[]; to: string },
) =>
  instrumentIds.length === 0
    ? Promise.resolve([])
    : listActiveEntries(db, holder, { from: "0001-01-01", to, instrumentIds });

/** Cash moved by booked entries, by the custodian's ids. */
export const findBookedTrades = (
  db: Db,
  holder: Holder,
  externalIds: readonly string[],
): Promise<{ externalId: string; currency: string; amount: string }[]> =>
  findEntriesByExternalId(db, holder, externalIds);

/** Entries booked under the ids of these trades, by trade, in the order in which they were booked. */
export const findBookings = async (db: Db, holder: Holder, trades: readonly string[]) =>
  Map.groupBy(await listBookings(db, holder, trades), ({ trade }) => trade);

/** Entries that a file may cancel: those of these ids, and up to a day those of some kinds. */
export const findCancellable = listFoundEntries;

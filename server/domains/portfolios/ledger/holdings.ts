/** A holder's current quantities and cash, without valuation, for other domains. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { type Arrival, listArrivals } from "./arrivals.queries.ts";
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

export { findHeldElsewhere } from "./elsewhere.queries.ts";

/** Quantities by instrument and cash by currency at the end of a day. */
export type HeldOn = Pick<Holdings, "positions" | "cash">;

export type { Arrival };

/** Units that came by transfers in and opening balances of these instruments, reversed ones too, in the order of their days. */
export const findArrivals = listArrivals;

/** What the holder had at the end of the day: what is held now, without the entries after it. */
export async function getHoldingsOn(db: Db, holder: Holder, day: string): Promise<HeldOn> {
  const { positions, cash } = await getHoldings(db, holder);
  const later = await listActiveEntries(db, holder, { from: addDays(day, 1), to: "9999-12-31" });
  const without = <Key>(held: Map<Key, string>, key: Key, moved: string | undefined): void => {
    if (moved !== undefined) held.set(key, new Decimal(held.get(key) ?? 0).minus(moved).toFixed());
  };
  for (const { instrumentId, quantity, currency, amount, counter } of later) {
    if (instrumentId !== undefined) without(positions, instrumentId, quantity);
    if (counter?.instrumentId !== undefined) without(positions, counter.instrumentId, counter.quantity);
    without(cash, currency, amount);
    if (counter?.currency !== undefined) without(cash, counter.currency, counter.amount);
  }
  return { positions, cash };
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

/** A holder's entries as they were known at a time, with the market that they need. */
import { undoneBy } from "@portico/ledger/entry-parts.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { findInstrumentsKnown, type KnownMarket } from "../../market-data/knowledge.ts";
import type { InstrumentRecord } from "../../market-data/market-data.queries.ts";
import { loadSeries, type MarketSeries } from "../../market-data/series.ts";
import { findSettlements, listEntries, listReversals } from "../ledger/entries.queries.ts";
import { type BookedEntry, namedIn, type Settlement } from "../ledger/entries.ts";
import { findKnowledge } from "../ledger/knowledge.queries.ts";

export interface KnownEntries {
  baseCurrency: string;
  market: KnownMarket;
  /** Of the holder's entries those up to this id were known. */
  lastEntryId: number;
  /** Ids of those that were undone. */
  undone: readonly number[];
  /** Without reversals and what they undo, in booking order. */
  entries: BookedEntry[];
  /** Of the trades whose rows stated any, by the entry's id. */
  settlements: ReadonlyMap<number, Settlement>;
  instruments: ReadonlyMap<number, InstrumentRecord>;
  /** Prices, rates and splits from the first entry to the last day. */
  series: MarketSeries;
}

/** All entries up to the day `to` that were known. To be called in a transaction with one snapshot. */
export async function readKnownEntries(
  db: Db,
  { holderType, holderId, ...account }: CustodyAccount,
  { to, known }: { to: string; known: string },
): Promise<KnownEntries> {
  const holder = { holderType, holderId };
  const { baseCurrency, lastEntryId, market } = await findKnowledge(db, { ...holder, ...account }, known);
  const reversals = await listReversals(db, holder);
  const undone = new Set(undoneBy(reversals.filter(({ id }) => id <= lastEntryId)).keys());
  const booked = await listEntries(db, holder, { until: to, lastId: lastEntryId });
  const entries = booked.filter(({ id, kind }) => kind !== "reversal" && !undone.has(id));
  const named = namedIn(entries);
  const records = await findInstrumentsKnown(db, [...named.instrumentIds], market);
  const currencies = [...new Set([...named.currencies, ...records.map(({ currency }) => currency), baseCurrency])];
  const series = await loadSeries(db, {
    instrumentIds: [...named.instrumentIds],
    currencies,
    from: entries[0]?.day ?? to,
    to,
    known: market,
  });
  const settlements = await findSettlements(db, holder, lastEntryId);
  return {
    baseCurrency,
    market,
    lastEntryId,
    undone: [...undone],
    entries,
    settlements: new Map(settlements.map((settlement) => [settlement.entryId, settlement])),
    instruments: new Map(records.map((record) => [record.id, record])),
    series,
  };
}

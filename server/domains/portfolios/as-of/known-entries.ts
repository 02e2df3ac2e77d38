/** A holder's entries as they were known at a time, with the market that they need. */
import { undoneBy } from "@portico/ledger/entry-parts.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { findInstrumentsKnown, type KnownMarket } from "../../market-data/knowledge.ts";
import type { InstrumentRecord } from "../../market-data/market-data.queries.ts";
import { loadSeries, type MarketSeries } from "../../market-data/series.ts";
import {
  type EntrySource,
  findSettlements,
  findSources,
  listEntries,
  listReversals,
} from "../ledger/entries.queries.ts";
import { type BookedEntry, namedIn, type Settlement } from "../ledger/entries.ts";
import { findKnowledge, type Knowledge } from "../ledger/knowledge.queries.ts";

export interface KnownLedger {
  knowledge: Knowledge;
  /** Ids of the known entries that were undone. */
  undone: readonly number[];
  /** Without reversals and what they undo, in booking order. */
  entries: BookedEntry[];
  /** Of the trades whose rows stated any, by the entry's id. */
  settlements: ReadonlyMap<number, Settlement>;
  instruments: ReadonlyMap<number, InstrumentRecord>;
}
export interface KnownEntries extends Omit<KnownLedger, "knowledge"> {
  baseCurrency: string;
  market: KnownMarket;
  /** Of the holder's entries those up to this id were known. */
  lastEntryId: number;
  /** Prices, rates and splits from the first entry to the last day. */
  series: MarketSeries;
}
interface Until {
  /** The last day. */
  to: string;
  /** Instant in ISO 8601. */
  known: string;
}

/** All entries up to the day `to` that were known, without the market. To be called in a transaction with one snapshot. */
export async function readKnownLedger(
  db: Db,
  { holderType, holderId, ...account }: CustodyAccount,
  { to, known }: Until,
): Promise<KnownLedger> {
  const holder = { holderType, holderId };
  const knowledge = await findKnowledge(db, { ...holder, ...account }, known);
  const { lastEntryId, market } = knowledge;
  const reversals = await listReversals(db, holder);
  const undone = new Set(undoneBy(reversals.filter(({ id }) => id <= lastEntryId)).keys());
  const booked = await listEntries(db, holder, { until: to, lastId: lastEntryId });
  const entries = booked.filter(({ id, kind }) => kind !== "reversal" && !undone.has(id));
  const records = await findInstrumentsKnown(db, [...namedIn(entries).instrumentIds], market);
  const settlements = await findSettlements(db, holder, lastEntryId);
  return {
    knowledge,
    undone: [...undone],
    entries,
    settlements: new Map(settlements.map((settlement) => [settlement.entryId, settlement])),
    instruments: new Map(records.map((record) => [record.id, record])),
  };
}

/** As `readKnownLedger`, with the market that the entries need. To be called in a transaction with one snapshot. */
export async function readKnownEntries(db: Db, account: CustodyAccount, until: Until): Promise<KnownEntries> {
  const { knowledge, ...ledger } = await readKnownLedger(db, account, until);
  const { baseCurrency, market, lastEntryId } = knowledge;
  const { entries, instruments } = ledger;
  const named = namedIn(entries);
  const currencies = new Set([
    ...named.currencies,
    ...[...instruments.values()].map(({ currency }) => currency),
    baseCurrency,
  ]);
  const series = await loadSeries(db, {
    instrumentIds: [...named.instrumentIds],
    currencies: [...currencies],
    from: entries[0]?.day ?? until.to,
    to: until.to,
    known: market,
  });
  return { ...ledger, baseCurrency, market, lastEntryId, series };
}

/** What the sources of the known entries say beside them, by the entry's id. */
export async function readKnownSources(
  db: Db,
  { holderType, holderId }: CustodyAccount,
  { lastEntryId }: Pick<Knowledge, "lastEntryId">,
): Promise<ReadonlyMap<number, EntrySource>> {
  const rows = await findSources(db, { holderType, holderId }, lastEntryId);
  return new Map(rows.map((row) => [row.entryId, row]));
}

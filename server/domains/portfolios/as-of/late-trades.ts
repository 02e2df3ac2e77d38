/** Trades of the last days before a day, and those that settled after it, as they were known at a time. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { undoneBy } from "@portico/ledger/entry-parts.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { findEntries, findSettlements, listEntries, listReversals } from "../ledger/entries.queries.ts";
import type { BookedEntry, Settlement } from "../ledger/entries.ts";
import { findKnowledge } from "../ledger/knowledge.queries.ts";

/** With what their rows stated of the settlement. To be called in a transaction with one snapshot. */
export async function readLateTrades(
  db: Db,
  account: CustodyAccount,
  { to, days, known }: { to: string; days: number; known: string },
): Promise<{ trade: BookedEntry; settlement: Settlement | undefined }[]> {
  const { holderType, holderId } = account;
  const holder = { holderType, holderId };
  const { lastEntryId } = await findKnowledge(db, account, known);
  const recent = await listEntries(db, holder, {
    after: { day: addDays(to, -days), bookedAt: "1970-01-01T00:00:00Z", id: 0 },
    until: to,
    lastId: lastEntryId,
  });
  const settlements = await findSettlements(db, holder, lastEntryId);
  const stated = new Map(settlements.map((one) => [one.entryId, one]));
  const recentIds = new Set(recent.map(({ id }) => id));
  const late = settlements.filter(
    ({ entryId, settledOn }) => settledOn !== undefined && settledOn > to && !recentIds.has(entryId),
  );
  const older = await findEntries(
    db,
    holder,
    late.map(({ entryId }) => entryId),
  );
  const reversals = await listReversals(db, holder);
  const undone = new Set(undoneBy(reversals.filter(({ id }) => id <= lastEntryId)).keys());
  return [...older.filter(({ day }) => day <= to), ...recent]
    .filter(({ id, kind }) => (kind === "buy" || kind === "sell") && !undone.has(id))
    .map((trade) => ({ trade, settlement: stated.get(trade.id) }));
}

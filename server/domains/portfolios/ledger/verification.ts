/**
 * Verifies what the ledger's tables derive from their entries: positions, cash, and the counts of the head. For operators,
 * such as after a restore; what withdrawals reserve is verified by payments.
 */
import { isDeepStrictEqual } from "node:util";
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { countEntries } from "./entries.queries.ts";
import { findHead, listCash, listLedgers, listPositions } from "./holdings.queries.ts";
import { replayedState, toLedgerState } from "./replay.ts";

/** A stored figure that does not follow from the entries. */
export interface LedgerFault {
  holder: Holder;
  /** In words for an operator. */
  what: string;
}

export interface LedgerReport {
  ledgers: number;
  entries: number;
  /** Ledgers whose figures wait for a job, because a rate was late: compared by the next run. */
  waiting: number;
  faults: LedgerFault[];
}

const differing = <T>(stored: Readonly<Record<string, T>>, calculated: Readonly<Record<string, T>>): string[] =>
  [...new Set([...Object.keys(stored), ...Object.keys(calculated)])].filter(
    (key) => !isDeepStrictEqual(toPlain(stored[key]), toPlain(calculated[key])),
  );
/** As it is stored: without absent properties. */
const toPlain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

async function verifyHolder(db: Db, holder: Holder): Promise<{ entries: number; waits: boolean; faults: string[] }> {
  const head = await findHead(db, holder);
  if (!head) return { entries: 0, waits: false, faults: [] };
  const entries = await countEntries(db, holder);
  const faults = entries === head.entries ? [] : [`the head counts ${head.entries} entries, ${entries} are stored`];
  if (head.replay) return { entries, waits: true, faults };
  const [positions, cash] = [await listPositions(db, holder), await listCash(db, holder)];
  const stored = toLedgerState(positions, cash);
  const calculated = await replayedState(db, holder);
  for (const instrument of differing(stored.positions, calculated.positions))
    faults.push(`the position in instrument ${instrument} does not follow from the entries`);
  for (const currency of differing(stored.cash, calculated.cash))
    faults.push(`the cash in ${currency} does not follow from the entries`);
  for (const { instrumentId, quantity, state } of positions)
    if (quantity !== state.quantity) faults.push(`the position in instrument ${instrumentId} has two quantities`);
  for (const { currency, amount, state } of cash)
    if (amount !== state.amount) faults.push(`the cash in ${currency} has two amounts`);
  return { entries, waits: false, faults };
}

/** Verifies every ledger, one after another, each in a snapshot of its own. */
export async function verifyLedgers(db: Db): Promise<LedgerReport> {
  const report: LedgerReport = { ledgers: 0, entries: 0, waiting: 0, faults: [] };
  for await (const holder of listLedgers(db)) {
    const { entries, waits, faults } = await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((trx) => verifyHolder(trx, holder));
    report.ledgers += 1;
    report.entries += entries;
    if (waits) report.waiting += 1;
    report.faults.push(...faults.map((what) => ({ holder, what })));
  }
  return report;
}

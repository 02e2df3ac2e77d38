/** Calculates a holder's daily values from the earliest changed day to today, in independent batches. */

import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { handleJob, type JobHandler } from "../../../jobs/start.ts";
import type { Services } from "../../../kernel/context.ts";
import { inTransaction, type Trx } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { firmDay } from "../../settings/settings.firm-day.ts";
import { rulesChangedJob } from "../../settings/settings.rules.job.ts";
import { extendCheckpoints } from "../ledger/checkpoints.ts";
import { lockHead } from "../ledger/holdings.queries.ts";
import { isOutdated } from "../ledger/replay.ts";
import { replayLedger } from "../ledger/writer.ts";
import { emitPortfolios } from "../portfolios.changed.ts";
import { currentFeeRule } from "../portfolios.maths.ts";
import { dailyValuesJob, keyOf, overdueValuesJob } from "./daily-values.job.ts";
import { followLedgerGrowth, listHoldersToCompute, markComputed, saveDailyValues } from "./daily-values.queries.ts";
import { firstDayToMake, walkDays } from "./daily-walk.ts";

/** Days per transaction: enough to be fast, few enough that a writer hardly waits. */
const daysPerBatch = 400;
const holdersPerPage = 200;

interface Batch {
  more: boolean;
  /** Daily values were calculated. */
  changed: boolean;
  /** The ledger was replayed, so today's figures changed too. */
  replayed: boolean;
  version: number;
}

/** One batch, locked against writers, so that it marks as done exactly what it read. True if days remain. */
async function computeBatch(trx: Trx, holder: Holder, today: string): Promise<Batch> {
  let head = await lockHead(trx, holder);
  const replayed = isOutdated(head, await currentFeeRule(trx));
  if (replayed) {
    await replayLedger(trx, holder, head);
    head = await lockHead(trx, holder);
  }
  const done = { more: false, changed: false, replayed, version: head.version };
  const from = firstDayToMake(head);
  if (from === null) return done;
  if (from > today) {
    if (head.recomputeFrom) await markComputed(trx, holder, { from: null, until: head.computedUntil });
    return done;
  }
  const batchEnd = addDays(from, daysPerBatch);
  const to = batchEnd < today ? batchEnd : today;
  const rows = await walkDays(trx, holder, head, { from, to });
  await saveDailyValues(trx, holder, rows);
  await markComputed(trx, holder, { from: to < today ? addDays(to, 1) : null, until: to });
  return { more: to < today, changed: true, replayed, version: head.version };
}

/**
 * Updates the holder's daily values. Each batch is a transaction that stores its progress, so an interrupted run
 * continues there; running it again changes nothing.
 */
export async function computeDailyValues(
  services: Pick<Services, "db" | "events" | "now">,
  holder: Holder,
): Promise<void> {
  const { db, now } = services;
  await followLedgerGrowth(db);
  const { today } = await firmDay(db, now());
  let changed = false;
  let replayed = false;
  for (;;) {
    const batch = await transact(services, async (tx) => {
      const done = await computeBatch(tx, holder, today);
      if (done.more) return done;
      // Changed holdings were emitted by whoever changed them; here only a replay changes them.
      if (replayed || done.replayed) emitPortfolios(tx, [{ ...holder, version: String(done.version) }]);
      if (changed || done.changed) tx.emit("performance:changed", holder);
      return done;
    });
    changed ||= batch.changed;
    replayed ||= batch.replayed;
    if (batch.more) continue;
    // In the same job, because both depend on the same changes; last, because pages wait for the days.
    while (await inTransaction(db, (trx) => extendCheckpoints(trx, holder)));
    return;
  }
}

/** Queues every holder who is marked, whose values end before today, or whose figures use another fee rule. */
export async function enqueueOverdue({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const { today } = await firmDay(db, now());
  const feesInCost = await currentFeeRule(db);
  let after: Holder | undefined;
  let count = 0;
  for (;;) {
    const holders = await listHoldersToCompute(db, { today, feesInCost, after, limit: holdersPerPage });
    await transact({ db }, async (tx) => {
      for (const holder of holders) await tx.enqueue(dailyValuesJob, holder, { key: keyOf(holder) });
    });
    count += holders.length;
    after = holders.at(-1);
    if (holders.length < holdersPerPage) return count;
  }
}

/** Handlers for the job workers. */
export const portfolioHandlers = (services: Pick<Services, "db" | "events" | "now">): JobHandler[] => [
  handleJob(dailyValuesJob, (holder) => computeDailyValues(services, holder)),
  handleJob(overdueValuesJob, async () => void (await enqueueOverdue(services))),
  handleJob(rulesChangedJob, async () => void (await enqueueOverdue(services))),
];

/** Calculates a holder's daily values from the earliest changed day to today, in independent batches. */

import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { handleJob, type JobHandler } from "../../../jobs/start.ts";
import type { Services } from "../../../kernel/context.ts";
import { inTransaction, type Trx } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { emitPortfolios } from "../change-events.ts";
import { currentFeeRule } from "../ledger/calculation-data.ts";
import { extendCheckpoints } from "../ledger/checkpoints.ts";
import { lockHead } from "../ledger/holdings.queries.ts";
import { isOutdated } from "../ledger/replay.ts";
import { replayLedger } from "../ledger/writer.ts";
import { dailyValuesJob, keyOf, overdueValuesJob, rulesChangedJob } from "./daily-values.jobs.ts";
import {
  followLedgerGrowth,
  listHoldersToCompute,
  listIncompleteMonths,
  markComputed,
  saveDailyValues,
} from "./daily-values.queries.ts";
import { firstDayToMake, lastDayOf, walkDays } from "./daily-walk.ts";
import { keepYears } from "./years.ts";

/** Days per transaction: enough to be fast, few enough that a writer hardly waits. */
const daysPerBatch = 400;
const monthsPerBatch = 13;
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
  await keepYears(trx, holder, head, rows);
  await markComputed(trx, holder, { from: to < today ? addDays(to, 1) : null, until: to });
  return { more: to < today, changed: true, replayed, version: head.version };
}

/**
 * Completes a few months of a build that did not tell their sums (`MonthEnd`) or their days with a price, and the days after the
 * last of them. True if more are left.
 */
async function completeMonths(trx: Trx, holder: Holder, today: string): Promise<boolean> {
  const head = await lockHead(trx, holder);
  const stale = firstDayToMake(head);
  // The job that makes these days completes the rest.
  if (stale === null || stale <= today) return false;
  const months = await listIncompleteMonths(trx, holder, monthsPerBatch);
  const [newest, earliest] = [months[0], months.at(-1)];
  if (newest === undefined || earliest === undefined) return false;
  const until = head.computedUntil ?? newest;
  const hasLater = lastDayOf(addDays(newest, 1)) <= until;
  const to = hasLater ? newest : until;
  const rows = await walkDays(trx, holder, head, { from: `${earliest.slice(0, 7)}-01`, to });
  const completed = rows.filter(({ day }) => day > newest || months.includes(lastDayOf(day)));
  await saveDailyValues(trx, holder, completed);
  await keepYears(trx, holder, head, completed);
  return months.length === monthsPerBatch;
}

/** How far the work of one holder has come; passed from step to step. */
export interface Progress {
  /** Whether days changed, and whether the ledger was replayed, which is announced once all days are there. */
  changed: boolean;
  replayed: boolean;
  /** The days are done; checkpoints follow, then months of an earlier build. */
  hasDays: boolean;
  isDone: boolean;
}

const start: Progress = { changed: false, replayed: false, hasDays: false, isDone: false };

/** A batch of days, or after the last of them a few checkpoints or months: one short transaction. */
export async function takeStep(
  services: Pick<Services, "db" | "events">,
  { holder, today, progress }: { holder: Holder; today: string; progress: Progress },
): Promise<Progress> {
  // Last, because pages wait for the days; both depend on the same changes.
  if (progress.hasDays) {
    const hasMore = await inTransaction(
      services.db,
      async (trx) => (await extendCheckpoints(trx, holder)) || completeMonths(trx, holder, today),
    );
    return { ...progress, isDone: !hasMore };
  }
  return transact(services, async (tx) => {
    const batch = await computeBatch(tx, holder, today);
    const [changed, replayed] = [progress.changed || batch.changed, progress.replayed || batch.replayed];
    if (batch.more) return { ...progress, changed, replayed };
    // Changed holdings were emitted by whoever changed them; here only a replay changes them.
    if (replayed) emitPortfolios(tx, [{ ...holder, version: String(batch.version) }]);
    if (changed) tx.emit("performance:changed", holder);
    return { ...progress, changed, replayed, hasDays: true };
  });
}

/**
 * Updates the holder's daily values. Each step is a transaction that stores its progress, so an interrupted run
 * continues there; running it again changes nothing. `step` is run on this thread unless the caller has another.
 */
export async function computeDailyValues(
  services: Pick<Services, "db" | "events" | "now">,
  holder: Holder,
  step: (input: Parameters<typeof takeStep>[1]) => Promise<Progress> = (input) => takeStep(services, input),
): Promise<void> {
  const { db, now } = services;
  await followLedgerGrowth(db);
  const { today } = await firmDay(db, now());
  let progress = start;
  while (!progress.isDone) progress = await step({ holder, today, progress });
}

/** The same on a worker thread, step by step, so that neither readers nor long files wait for a whole ledger. */
export const computeBeside = (services: Pick<Services, "db" | "events" | "now" | "workers">, holder: Holder) =>
  computeDailyValues(services, holder, (input) =>
    services.workers.run("dailyValues", input, { holder: keyOf(holder) }),
  );

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
export const portfolioHandlers = (services: Pick<Services, "db" | "events" | "now" | "workers">): JobHandler[] => [
  handleJob(dailyValuesJob, (holder) => computeBeside(services, holder)),
  handleJob(overdueValuesJob, async () => void (await enqueueOverdue(services))),
  handleJob(rulesChangedJob, async () => void (await enqueueOverdue(services))),
];

/**
 * Works on a run: lists its holders, calculates what each gets, and books it after a person started it. Safe to interrupt at any point
 * and to run in several processes: what is booked for a holder and that it is are one transaction. An undoing is one transaction for all.
 */
import type { ShareState } from "@portico/api/rules/corporate-actions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Context, Services } from "../../kernel/context.ts";
import { isDatabaseAway } from "../../kernel/database-errors.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { type ActionRecord, findAction } from "./actions.queries.ts";
import { bookReversals, bookShare, endApply, Settled } from "./booking.ts";
import { actionRunJob, keyOfRun } from "./corporate-actions.jobs.ts";
import { listEntitled } from "./entitlement.queries.ts";
import { countShares, findRun, listWorkingRuns, lockRun, moveRun, type RunRecord, setListed } from "./runs.queries.ts";
import { claimShares, insertShares, listBooked, listToUndo, moveShare, type ShareRecord } from "./shares.queries.ts";
import { calculateShare, toBooked } from "./shares.ts";
import { calculateReversal } from "./undoing.ts";

/** Holders listed in one transaction. */
const listedAtOnce = 500;
/** Holders of a claim, and how long it holds. */
const claimed = 20;
const claimSeconds = 120;
const maxTries = 5;
/** How often pages that watch are told. */
const tellPagesMs = 1500;
/** Seconds until the job looks again for what others have claimed. */
const lookAgainSeconds = 5;

interface Pace {
  /** After which the job ends and queues itself again, so that a process that stops waits for little. */
  budgetMs: number;
}
const usualPace: Pace = { budgetMs: 20_000 };

const keyOfHolder = ({ holderType, holderId }: Holder): string => `${holderType}/${holderId}`;

/** Lists some of the holders: those entitled to whom nothing is booked yet, or to whom something is. */
async function listSome(context: Context, { id }: RunRecord, action: ActionRecord): Promise<void> {
  await transact(context, async (tx) => {
    const run = await lockRun(tx, id);
    if (run?.state !== "calculating" || run.listedAt !== null) return;
    const after =
      run.listedType === null || run.listedId === null ? null : { holderType: run.listedType, holderId: run.listedId };
    const part = { after, limit: listedAtOnce };
    const of = { actionId: action.id, application: run.application };
    if (run.kind === "undo") {
      const booked = await listToUndo(tx, of, part);
      await insertShares(tx, id, booked);
      const last = booked.at(-1);
      return void (await setListed(tx, id, last ? { holderType: last.holderType, holderId: last.holderId } : null));
    }
    const { entitled, last } = await listEntitled(tx, action, part);
    const done = new Set((await listBooked(tx, of, entitled)).map(keyOfHolder));
    await insertShares(
      tx,
      id,
      entitled.filter((one) => !done.has(keyOfHolder(one))),
    );
    await setListed(tx, id, last);
  });
}

async function calculate(context: Context, run: RunRecord, action: ActionRecord, share: ShareRecord): Promise<void> {
  const { db } = context;
  const { made: _made, ...calculated } =
    run.kind === "undo"
      ? await calculateReversal(db, share, toBooked(action, run.application))
      : await calculateShare(db, action, share);
  await transact(context, (tx) => moveShare(tx, run.id, share, { from: ["waiting"], ...calculated }));
}

/** What fails again and again ends as failed, and stops no other. */
async function afterFailure(context: Context, run: RunRecord, share: ShareRecord, error: unknown): Promise<void> {
  if (error instanceof Settled) return;
  if (isDatabaseAway(error)) throw error;
  context.log.error({ err: error, run: run.id, holder: keyOfHolder(share) }, "a share of a corporate action failed");
  if (share.tries < maxTries) return;
  const from: ShareState[] = ["waiting", "ready"];
  await transact(context, (tx) => moveShare(tx, run.id, share, { from, state: "failed", reason: "error" }));
}

/** Nothing is left to calculate or to book; rows that others work on are waited for. */
async function endOrWait(context: Context, run: RunRecord, action: ActionRecord): Promise<boolean> {
  const counts = (await countShares(context.db, [run.id])).get(run.id) ?? {};
  if (run.state === "calculating" && (counts.waiting ?? 0) === 0) {
    await transact(context, async (tx) => {
      if (await moveRun(tx, run.id, { from: "calculating", to: "previewed" })) tx.emit("corporateActions:changed", {});
    });
    return true;
  }
  if (run.state === "booking" && (counts.ready ?? 0) === 0) {
    await endApply(context, run, action, counts);
    return true;
  }
  await goOn(context, run, lookAgainSeconds);
  return true;
}

const goOn = (context: Context, { id }: RunRecord, seconds = 0): Promise<void> =>
  transact(context, async (tx) => {
    const startAfter = new Date(context.now().getTime() + seconds * 1000);
    await tx.enqueue(actionRunJob, { id }, { key: keyOfRun(id), ...(seconds > 0 && { startAfter }) });
    tx.emit("corporateActions:changed", {});
  });

/** Works on the run for a while, until it waits for a person or nothing is left. */
export async function workOnActionRun(services: Services, id: number, pace: Partial<Pace> = {}): Promise<void> {
  const { budgetMs } = { ...usualPace, ...pace };
  const context = systemContext(services, "corporateActions");
  const until = performance.now() + budgetMs;
  let toldPages = performance.now();
  for (;;) {
    const run = await findRun(services.db, id);
    const action = run && (await findAction(services.db, run.actionId));
    if (!run || !action || (run.state !== "calculating" && run.state !== "booking")) return;
    if (performance.now() > until) return goOn(context, run);
    if (run.state === "calculating" && run.listedAt === null) {
      await listSome(context, run, action);
      continue;
    }
    if (run.state === "booking" && run.kind === "undo") return bookReversals(context, run, action);
    const state = run.state === "calculating" ? "waiting" : "ready";
    const some = await transact(context, (tx) => claimShares(tx, id, { state, limit: claimed, seconds: claimSeconds }));
    if (some.length === 0) {
      await endOrWait(context, run, action);
      return;
    }
    for (const share of some)
      try {
        await (state === "waiting" ? calculate : bookShare)(context, run, action, share);
      } catch (error) {
        await afterFailure(context, run, share, error);
      }
    if (performance.now() - toldPages < tellPagesMs) continue;
    toldPages = performance.now();
    await transact(context, async (tx) => tx.emit("corporateActions:changed", {}));
  }
}

/** Queues again what works, for runs whose job was lost. */
export async function queueWork(services: Services): Promise<void> {
  const working = await listWorkingRuns(services.db);
  await transact(systemContext(services, "corporateActions"), async (tx) => {
    for (const id of working) await tx.enqueue(actionRunJob, { id }, { key: keyOfRun(id) });
  });
}

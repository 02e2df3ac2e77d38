/**
 * Works on a run: lists its addressees, makes their reports, publishes and tells. Safe to interrupt at any point and to run in
 * several processes: an addressee's state and their report are written in one transaction, which their former state allows.
 */
import type { LeftOutReason } from "@portico/api/rules/report-runs.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { deliverJob } from "../../adapters/mail/mail.ts";
import { systemContext } from "../../jobs/system-context.ts";
import { isQueueLonger } from "../../jobs/waiting.ts";
import type { Context, Services } from "../../kernel/context.ts";
import { isDatabaseAway } from "../../kernel/database-errors.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getHolderPeople } from "../holders/holders.ts";
import { languageOf } from "../notifications/notifications.ts";
import { keepForRun, workOut } from "../reports/of-runs.ts";
import { hasNewer, publishReport } from "../reports/publication.ts";
import { tellOfReport } from "../reports/telling.ts";
import {
  type ClaimedAddressee,
  claimAddressees,
  countStates,
  findAddressee,
  insertAddressees,
  moveAddressee,
  postponeAddressee,
  type StateCounts,
} from "./addressees.queries.ts";
import { keyOf, runJob } from "./report-runs.jobs.ts";
import { findRun, lockUnlisted, type RunRecord, setListed, settleRun } from "./report-runs.queries.ts";
import { reachOf } from "./runs.ts";

/** Addressees listed in one transaction. */
const listedAtOnce = 2000;
/** Addressees of a claim. */
const claimed = 10;
/** Reports under way at once: while one is worked out on its thread, another is written. */
const underWay = 2;
/** Tries after which an addressee fails: a killed process counts as one. */
const maxTries = 5;
/** How often pages that watch are told. */
const tellPagesMs = 2000;

interface Pace {
  /** After which the job ends and queues itself again, so that a process that stops waits for little. */
  budgetMs: number;
  /** Longer than the longest making. */
  claimSeconds: number;
  /** While more wait to be delivered, nobody else is told. */
  waitingMails: number;
}
const usualPace: Pace = { budgetMs: 20_000, claimSeconds: 180, waitingMails: 200 };

/** Another process, a pause or a cancellation was first: the transaction leaves nothing. */
class Settled extends Error {}

async function readLanguage({ db }: Context, run: RunRecord, holder: Holder): Promise<Language> {
  if (run.language) return run.language;
  const [person] = await getHolderPeople(db, holder);
  return languageOf(person?.preferences);
}

const leftOutBy: Record<string, LeftOutReason | undefined> = {
  noClientNumber: "noAccount",
  ledgerElsewhere: "ledgerElsewhere",
  beforeFirstEntry: "noHoldings",
};

/** Ends the addressee without a report: left out if there is nothing to report, otherwise failed. */
async function endWithout(context: Context, run: RunRecord, { id }: ClaimedAddressee, reason: string): Promise<void> {
  const leftOut = leftOutBy[reason];
  await transact(context, async (tx) => {
    await moveAddressee(tx, id, leftOut ? "skip" : "fail", { reason: leftOut ?? reason, ofRunning: run.id });
  });
}

/** Ends a holder's waiting report of the run as failed, for the demo. */
export async function failAddressee(tx: Tx, runId: number, holder: Holder, reason: string): Promise<void> {
  const id = await findAddressee(tx, runId, holder);
  if (id !== undefined) await moveAddressee(tx, id, "fail", { reason });
}

async function make(context: Context, run: RunRecord & { known_at: Date }, addressee: ClaimedAddressee): Promise<void> {
  const holder: Holder = { holderType: addressee.holderType, holderId: addressee.holderId };
  const { kind, from, to, known_at: knownAt } = run;
  const language = await readLanguage(context, run, holder);
  const made = await workOut(context, holder, { kind, from, to, knownAt });
  if ("failure" in made) return endWithout(context, run, addressee, made.failure);
  await transact(context, async (tx) => {
    const { id, shown, gaps } = await keepForRun(tx, holder, { kind, from, to, language, knownAt, ...made });
    const move = shown ? "keep" : gaps > 0 ? "doubt" : "make";
    if (!(await moveAddressee(tx, addressee.id, move, { reportId: id, gaps, ofRunning: run.id }))) throw new Settled();
  });
}

/** Publishes and tells in one transaction; not what a later report of the period has outdated. */
async function publish(context: Context, run: RunRecord, addressee: ClaimedAddressee): Promise<void> {
  const { id, reportId, allowedReason } = addressee;
  if (reportId === null) return;
  const holder: Holder = { holderType: addressee.holderType, holderId: addressee.holderId };
  const { kind, from, to } = run;
  const report = { id: reportId, holder, kind, from, to };
  await transact(context, async (tx) => {
    if (await hasNewer(tx, reportId)) {
      await moveAddressee(tx, id, "outdate", { reason: "newerReport", ofRunning: run.id });
      return;
    }
    if (!(await moveAddressee(tx, id, "publish", { ofRunning: run.id }))) throw new Settled();
    const by = { runId: run.id, publishedBy: run.released_by };
    if (await publishReport(tx, report, by))
      tx.audit("report.published", holder, {
        after: { report: reportId, kind, from, to, run: run.id, gapsAllowed: allowedReason },
      });
    if (await tellOfReport(tx, report)) await moveAddressee(tx, id, "tell");
  });
}

/** What failed for now is tried again later, and stops no other; after `maxTries` the addressee has failed. */
async function afterFailure(
  context: Context,
  run: RunRecord,
  addressee: ClaimedAddressee,
  error: unknown,
): Promise<void> {
  if (error instanceof Settled) return;
  if (isDatabaseAway(error)) throw error;
  const { id, state, tries } = addressee;
  if (error instanceof Refusal && state === "waiting" && leftOutBy[error.code])
    return endWithout(context, run, addressee, error.code);
  context.log.error({ err: error, run: run.id, addressee: id }, "a report of a run could not be made or published");
  if (state === "waiting" && tries >= maxTries) return endWithout(context, run, addressee, "unavailable");
  await transact(context, (tx) => postponeAddressee(tx, id, 5 * 2 ** Math.min(tries, 6)));
}

async function workOnOne(context: Context, run: RunRecord, addressee: ClaimedAddressee): Promise<void> {
  try {
    if (addressee.state === "made") await publish(context, run, addressee);
    else if (addressee.tries > maxTries) await endWithout(context, run, addressee, "unavailable");
    else if (run.known_at) await make(context, { ...run, known_at: run.known_at }, addressee);
  } catch (error) {
    await afterFailure(context, run, addressee, error);
  }
}

/** All of them, some at once. */
async function workOnAll(context: Context, run: RunRecord, addressees: readonly ClaimedAddressee[]): Promise<void> {
  const left = [...addressees];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) await workOnOne(context, run, next);
  };
  await Promise.all(Array.from({ length: underWay }, work));
}

/** Lists some of the addressees. */
async function listSome(context: Context, run: RunRecord): Promise<void> {
  const { kind, from, to, scope, group_name: group, definition_id: definitionId } = run;
  const reach = reachOf(context, { kind, from, to, scope, group, definitionId });
  await transact(context, async (tx) => {
    const row = await lockUnlisted(tx, run.id);
    if (!row) return;
    const after =
      row.listed_type === null || row.listed_id === null
        ? null
        : { holderType: row.listed_type, holderId: row.listed_id };
    await setListed(tx, run.id, await insertAddressees(tx, run.id, reach, { after, limit: listedAtOnce }));
  });
}

/** Where a run stands in which nothing is left to be done now; null if something is, by another process or later. */
function endOf({ released_at }: RunRecord, counts: StateCounts): "awaitingLook" | "done" | "cancelled" | null {
  const { waiting = 0, made = 0, cancelled = 0, withheld = 0 } = counts;
  if (waiting > 0 || (made > 0 && released_at !== null)) return null;
  if (made > 0) return "awaitingLook";
  const others = Object.entries(counts).some(
    ([state, count]) => count > 0 && !["cancelled", "withheld", "skipped"].includes(state),
  );
  return cancelled + withheld > 0 && !others ? "cancelled" : "done";
}

/** Seconds until the job looks again for what others have claimed, or what waits for mails. */
const lookAgainSeconds = 5;

async function endOrGoOn(context: Context, run: RunRecord, isIdle: boolean): Promise<void> {
  const counts = (await countStates(context.db, [run.id])).get(run.id) ?? {};
  const end = isIdle ? endOf(run, counts) : null;
  await transact(context, async (tx) => {
    if (end) await settleRun(tx, run.id, end);
    else
      await tx.enqueue(
        runJob,
        { id: run.id },
        {
          key: keyOf(run.id),
          ...(isIdle && { startAfter: new Date(context.now().getTime() + lookAgainSeconds * 1000) }),
        },
      );
    tx.emit("reportRuns:changed", {});
  });
}

/** Works on the run for a while, until it is paused or nothing is left. */
export async function workOnRun(services: Services, id: number, pace: Partial<Pace> = {}): Promise<void> {
  const { budgetMs, claimSeconds, waitingMails } = { ...usualPace, ...pace };
  const context = systemContext(services, "reportRuns");
  const until = performance.now() + budgetMs;
  let toldPages = performance.now();
  for (;;) {
    const run = await findRun(services.db, id);
    if (run?.state !== "running") return;
    if (performance.now() > until) return endOrGoOn(context, run, false);
    if (run.listed_at === null) {
      await listSome(context, run);
      continue;
    }
    const mayPublish = run.released_at !== null && !(await isQueueLonger(services.db, deliverJob.name, waitingMails));
    const states = mayPublish ? (["made", "waiting"] as const) : (["waiting"] as const);
    const some = await transact(context, (tx) =>
      claimAddressees(tx, id, { states, limit: claimed, seconds: claimSeconds }),
    );
    if (some.length === 0) return endOrGoOn(context, run, true);
    await workOnAll(context, run, some);
    if (performance.now() - toldPages < tellPagesMs) continue;
    toldPages = performance.now();
    await transact(context, async (tx) => tx.emit("reportRuns:changed", {}));
  }
}

/** Makes the reports of subscriptions whose period is over, tells of them, and tries again what failed. */
import { addDays, zoneOffset } from "@portico/api/rules/calendar.ts";
import { nextDue, periodBefore } from "@portico/api/rules/report-subscriptions.ts";
import type { ReportFailure } from "@portico/api/rules/reports.ts";
import { text } from "@portico/messages/server-text.ts";
import { eachRow } from "../../../jobs/each-row.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Context, Services } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { askForReport, readReport } from "../reports.ts";
import { tellOfReport } from "../telling.ts";
import { endLost } from "./ended-rights.ts";
import {
  countMaking,
  type DueSubscription,
  insertPeriod,
  listDue,
  listWaiting,
  moveDue,
  setAsked,
  settle,
  tryLater,
  type WaitingPeriod,
} from "./periods.queries.ts";
import { findLost } from "./subscriptions.queries.ts";

/** The firm's hour from which a period that ended yesterday is made: custodians state the last day by then. */
const firstHour = 8;
/** Reports of subscriptions that are made at once, so that who asks for one does not wait for all of them. */
const maxMaking = 100;
/** Minutes until the next try, by the tries before; then it is given up. */
const delays = [10, 60, 360, 1440, 1440];

async function lastDue({ db, now }: Services): Promise<string> {
  const at = now();
  const { timeZone, today } = await firmDay(db, at);
  const hour = new Date(at.getTime() + zoneOffset(timeZone)(at.getTime())).getUTCHours();
  return hour < firstHour ? addDays(today, -1) : today;
}

/** Notes each period that is over, once, whatever time has passed since. */
const notePeriods = (context: Context, row: DueSubscription, by: string): Promise<boolean> =>
  transact(context, async (tx) => {
    const lost = await findLost(tx, row.id);
    if (lost) {
      await endLost(tx, lost);
      return false;
    }
    let noted = false;
    for (let due = row.due_on; due <= by; ) {
      const next = nextDue(row.frequency, due);
      if (!(await moveDue(tx, row.id, { from: due, to: next }))) return noted;
      await insertPeriod(tx, { subscriptionId: row.id, holder: holderOf(row), ...periodBefore(row.frequency, due) });
      noted = true;
      due = next;
    }
    tx.emit("reportSubscription", holderOf(row));
    return noted;
  });

async function giveUp(tx: Tx, row: WaitingPeriod, failure: string): Promise<void> {
  if (!(await settle(tx, row.id, { state: "failed", failure }))) return;
  const holder = holderOf(row);
  tx.emit("reportSubscription", holder);
  // Nothing was booked yet: there is nothing to report.
  if (failure === "beforeFirstEntry") return;
  await tx.notify(holder, {
    type: "reportNotMade",
    params: {
      name_bg: text("bg", `reports.kind.${row.kind}`),
      name_en: text("en", `reports.kind.${row.kind}`),
      name_pl: text("pl", `reports.kind.${row.kind}`),
      from: row.from,
      day: row.to,
    },
  });
}

async function ask(context: Context, row: WaitingPeriod): Promise<boolean> {
  const holder = holderOf(row);
  const { kind, from, to, language } = row;
  try {
    // Interrupted before it is noted, it is asked for again: what says the same is one report.
    const { id } = await askForReport(context, holder, { kind, from, to, language });
    return await transact(context, (tx) => setAsked(tx, row.id, id));
  } catch (error) {
    if (!(error instanceof Refusal) || (error.code !== "noClientNumber" && error.code !== "ledgerElsewhere"))
      throw error;
    const { code } = error;
    await transact(context, (tx) => giveUp(tx, row, code));
    return false;
  }
}

async function fail(tx: Tx, row: WaitingPeriod, failure: ReportFailure): Promise<void> {
  const minutes = failure === "unavailable" ? delays[row.tries - 1] : undefined;
  if (minutes === undefined) return giveUp(tx, row, failure);
  if (await tryLater(tx, row.id, { failure, minutes })) tx.emit("reportSubscription", holderOf(row));
}

/** Tells of the report that a period waits for, once it is made; true if the period no longer waits for it. */
const conclude = (context: Context, row: WaitingPeriod): Promise<boolean> =>
  transact(context, async (tx) => {
    const report = await readReport(tx, row.report_id ?? 0);
    if (report.state === "making") return false;
    if (report.state === "failed") {
      await fail(tx, row, report.failure ?? "unavailable");
      return true;
    }
    if (!(await settle(tx, row.id, { state: "told", reportId: report.id }))) return false;
    const { kind, from, to } = row;
    await tellOfReport(tx, { id: report.id, holder: holderOf(row), kind, from, to });
    tx.emit("reportSubscription", holderOf(row));
    return true;
  });

const limit = 200;

/** One round; each step is repeated safely after any interruption. */
export async function runSubscriptions(
  services: Services,
): Promise<{ due: number; asked: number; concluded: number; failed: number }> {
  const context = systemContext(services, "reports");
  const { db, log } = services;
  const by = await lastDue(services);
  const due = await eachRow<DueSubscription>(
    log,
    {
      list: (after) => listDue(db, { by, after: after?.id ?? 0, limit }),
      work: (row) => notePeriods(context, row, by),
      name: ({ id }) => ({ subscription: id }),
    },
    "the period of a subscription could not be noted",
  );
  const concluded = await eachRow<WaitingPeriod>(
    log,
    {
      list: (after) => listWaiting(db, { asked: true, after: after?.id ?? 0, limit }),
      work: (row) => conclude(context, row),
      name: ({ id }) => ({ subscribedReport: id }),
    },
    "a holder could not be told of a report",
  );
  let free = maxMaking - (await countMaking(db));
  const asked = await eachRow<WaitingPeriod>(
    log,
    {
      list: (after) =>
        free > 0 ? listWaiting(db, { asked: false, after: after?.id ?? 0, limit: free }) : Promise.resolve([]),
      work: async (row) => {
        free -= 1;
        return ask(context, row);
      },
      name: ({ id }) => ({ subscribedReport: id }),
    },
    "the report of a subscription could not be asked for",
  );
  return {
    due: due.done,
    asked: asked.done,
    concluded: concluded.done,
    failed: due.failed + asked.failed + concluded.failed,
  };
}

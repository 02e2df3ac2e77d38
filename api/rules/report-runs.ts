/** Runs of reports: their states and moves, and when a schedule is due. Without zod, for pages too. */
import { addDays } from "./calendar.ts";
import type { ReportPeriod } from "./report-periods.ts";

export const runScopes = ["all", "group", "strategy", "chosen"] as const;
export type RunScope = (typeof runScopes)[number];

/** Holders that a run can name one by one. */
export const maxChosen = 1000;

export const runStates = ["ready", "running", "paused", "awaitingLook", "done", "cancelled"] as const;
export type RunState = (typeof runStates)[number];

/** What staff do with a run. */
export const runActions = ["start", "pause", "resume", "cancel", "publish", "withhold"] as const;
export type RunAction = (typeof runActions)[number];

/** The states that each action leaves, and where it leads. After `running` the job finds the state in which nothing is left to do. */
export const runMoves: Readonly<Record<RunAction | "settle" | "reopen", { from: readonly RunState[]; to: RunState }>> =
  {
    start: { from: ["ready"], to: "running" },
    pause: { from: ["running"], to: "paused" },
    resume: { from: ["paused"], to: "running" },
    cancel: { from: ["ready", "running", "paused"], to: "running" },
    publish: { from: ["awaitingLook"], to: "running" },
    withhold: { from: ["awaitingLook", "done"], to: "running" },
    /** A failed one is tried again, or a report with gaps was allowed. */
    reopen: { from: ["running", "awaitingLook", "done", "cancelled"], to: "running" },
    settle: { from: ["running"], to: "done" },
  };

export const addresseeStates = [
  "waiting",
  "made",
  "gapped",
  "published",
  "told",
  "opened",
  "undelivered",
  "unchanged",
  "skipped",
  "failed",
  "withheld",
  "cancelled",
] as const;
export type AddresseeState = (typeof addresseeStates)[number];

/** Every change of an addressee's state: the states that it leaves, and where it leads. `opened` is the database's. */
export const addresseeMoves = {
  make: { from: ["waiting"], to: "made" },
  /** Made, with figures that are missing or doubtful: a person decides. */
  doubt: { from: ["waiting"], to: "gapped" },
  /** What was published before says the same. */
  keep: { from: ["waiting"], to: "unchanged" },
  skip: { from: ["waiting"], to: "skipped" },
  fail: { from: ["waiting"], to: "failed" },
  cancel: { from: ["waiting"], to: "cancelled" },
  allow: { from: ["gapped"], to: "made" },
  publish: { from: ["made"], to: "published" },
  /** The holder asked for the same report meanwhile. */
  publishAsked: { from: ["gapped", "made"], to: "published" },
  /** A later report of the period was published meanwhile. */
  outdate: { from: ["made"], to: "failed" },
  withhold: { from: ["gapped", "made"], to: "withheld" },
  tell: { from: ["published"], to: "told" },
  undeliver: { from: ["told"], to: "undelivered" },
  open: { from: ["published", "told", "undelivered"], to: "opened" },
  retry: { from: ["failed"], to: "waiting" },
} as const satisfies Record<string, { from: readonly AddresseeState[]; to: AddresseeState }>;
export type AddresseeMove = keyof typeof addresseeMoves;

/** Those whose report the holder can read. */
export const publishedStates: readonly AddresseeState[] = ["published", "told", "undelivered", "opened", "unchanged"];

/** Why an addressee is left out. */
export const leftOutReasons = ["noAccount", "ledgerElsewhere", "noHoldings", "inOtherRun"] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export const repeats = ["monthly", "quarterly", "yearly"] as const;
export type Repeats = (typeof repeats)[number];

const monthsOf = { monthly: 1, quarterly: 3, yearly: 12 } as const;
const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** The period in which a day lies. */
export function periodAround(unit: Repeats, day: string): ReportPeriod {
  const months = monthsOf[unit];
  const [year = 0, month = 1] = day.split("-").map(Number);
  const first = Math.floor((month - 1) / months) * months;
  return { from: dayOf(year, first, 1), to: dayOf(year, first + months, 0) };
}
/** The period after the one that ends on a day. */
export const periodAfter = (unit: Repeats, to: string): ReportPeriod => periodAround(unit, addDays(to, 1));
/** The period that ends on a day. */
export const periodUntil = (unit: Repeats, to: string): ReportPeriod => periodAround(unit, to);

/** The day on which a report of a period is due: so many business days after its end. */
export function dueDay(to: string, businessDays: number, isOpen: (day: string) => boolean): string {
  let day = addDays(to, 1);
  let left = Math.max(businessDays, 1) - 1;
  // A firm is never closed for so long.
  for (let tries = 0; tries < 400; tries += 1) {
    if (isOpen(day)) {
      if (left === 0) return day;
      left -= 1;
    }
    day = addDays(day, 1);
  }
  return day;
}

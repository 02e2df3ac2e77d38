/** Staff's runs: reports of a period for many holders, published and proved. */
import { z } from "zod";
import { groupName } from "./distribution-groups.ts";
import { defineEndpoints, download, staff } from "./endpoint.ts";
import { messageMaxLength } from "./rules/limits.ts";
import {
  addresseeStates,
  leftOutReasons,
  maxChosen,
  repeats,
  runActions,
  runScopes,
  runStates,
} from "./rules/report-runs.ts";
import { reportFailures, reportKinds } from "./rules/reports.ts";
import {
  bodyId,
  day,
  done,
  holderParams,
  holderType,
  id,
  instant,
  language,
  page,
  pageQuery,
  recordedDay,
  sha256Hex,
} from "./shapes.ts";
import { writtenText } from "./written-text.ts";

const kind = z.enum(reportKinds);
const reason = writtenText(messageMaxLength);

const lasting = [
  z.strictObject({ scope: z.literal("all") }),
  z.strictObject({ scope: z.literal("group"), group: groupName }),
  z.strictObject({ scope: z.literal("strategy"), definitionId: bodyId }),
] as const;
const chosen = z.strictObject({
  scope: z.literal("chosen"),
  holders: z
    .array(z.strictObject({ holderType, holderId: bodyId }))
    .min(1)
    .max(maxChosen),
});
const runBody = z.strictObject({
  kind,
  from: recordedDay,
  to: recordedDay,
  holders: z.discriminatedUnion("scope", [...lasting, chosen]),
  /** Null: each holder's own. */
  language: language.nullable(),
  /** Published as they are made; otherwise after a look. */
  atOnce: z.boolean(),
});
export type RunOrder = z.infer<typeof runBody>;

const counts = z.partialRecord(z.enum(addresseeStates), z.number().int());

const run = z.object({
  id,
  kind,
  from: day,
  to: day,
  scope: z.enum(runScopes),
  group: z.string().nullable(),
  /** Name of the strategy in each language. */
  strategy: z.record(z.string(), z.string()).nullable(),
  language: language.nullable(),
  atOnce: z.boolean(),
  state: z.enum(runStates),
  /** The schedule that it belongs to. */
  schedule: id.nullable(),
  knownAt: instant.nullable(),
  /** Whether all addressees are known; until then their number grows. */
  listed: z.boolean(),
  createdAt: instant,
  /** Null for a schedule. */
  createdBy: z.string().nullable(),
  startedAt: instant.nullable(),
  startedBy: z.string().nullable(),
  releasedAt: instant.nullable(),
  releasedBy: z.string().nullable(),
  endedAt: instant.nullable(),
  /** Addressees by state. */
  counts,
  total: z.number().int(),
  can: z.object({
    start: z.boolean(),
    pause: z.boolean(),
    resume: z.boolean(),
    cancel: z.boolean(),
    publish: z.boolean(),
    withhold: z.boolean(),
    retry: z.boolean(),
  }),
});
export type ReportRun = z.infer<typeof run>;

const addressee = z.object({
  id,
  holderType,
  holderId: id,
  name: z.string(),
  state: z.enum(addresseeStates),
  /** Why it was left out or failed. */
  reason: z.enum([...leftOutReasons, ...reportFailures, "newerReport"]).nullable(),
  report: id.nullable(),
  replaces: id.nullable(),
  gaps: z.number().int(),
  /** Why its gaps were allowed, and by whom. */
  allowedReason: z.string().nullable(),
  allowedBy: z.string().nullable(),
  madeAt: instant.nullable(),
  publishedAt: instant.nullable(),
  toldAt: instant.nullable(),
  openedAt: instant.nullable(),
});
export type RunAddressee = z.infer<typeof addressee>;

const schedule = z.object({
  id,
  kind,
  repeats: z.enum(repeats),
  scope: z.enum(runScopes),
  group: z.string().nullable(),
  strategy: z.record(z.string(), z.string()).nullable(),
  language: language.nullable(),
  atOnce: z.boolean(),
  businessDays: z.number().int(),
  startsItself: z.boolean(),
  enabled: z.boolean(),
  /** Its group was deleted: it starts nothing. */
  lost: z.boolean(),
  /** The next period, and the day on which its run is due. */
  next: z.object({ from: day, to: day, due: day }),
  createdBy: z.string(),
  /** The newest first. */
  runs: z.array(z.object({ id, from: day, to: day, state: z.enum(runStates) })),
});
export type ReportSchedule = z.infer<typeof schedule>;

const tellings = z.array(
  z.object({
    name: z.string(),
    toldAt: instant,
    undeliveredAt: instant.nullable(),
    undeliveredReason: z.string().nullable(),
  }),
);
const openings = z.array(
  z.object({ name: z.string(), form: z.enum(["page", "pdf", "xlsx", "csv"]), openedAt: instant }),
);

const runParams = z.object({ id });
const proofQuery = z.object({ from: recordedDay, to: recordedDay, kind: kind.optional(), language });
const file = {
  method: "GET",
  access: staff("office"),
  query: proofQuery,
  binary: true,
  answer: download,
  fromReplica: true,
} as const;

export const reportRuns = defineEndpoints({
  preview: {
    method: "POST",
    path: "/staff/report-runs/preview",
    summary: "Whom a run would reach, who is left out and why. Nothing is made.",
    access: staff("office"),
    body: runBody,
    answer: z.object({
      addressees: z.number().int(),
      /** Of them: who has a report of the period already, and gets another one only if it says otherwise. */
      already: z.number().int(),
      leftOut: z.array(z.object({ reason: z.enum(leftOutReasons), count: z.number().int() })),
      /** The first of them. */
      leftOutHolders: z.array(z.object({ holderType, holderId: id, name: z.string(), reason: z.enum(leftOutReasons) })),
      /** Three of the addressees, spread over all. */
      samples: z.array(z.object({ holderType, holderId: id, name: z.string() })),
    }),
  },
  sample: {
    method: "GET",
    path: "/staff/report-runs/sample/:holderType/:holderId",
    summary: "What a holder's report would say now. It is neither kept nor shown to the holder.",
    access: staff("office"),
    params: holderParams,
    query: z.object({ kind, from: recordedDay, to: recordedDay }),
    answer: z.object({
      failure: z.enum(reportFailures).nullable(),
      data: z.record(z.string(), z.unknown()).nullable(),
      gaps: z.number().int(),
    }),
    errors: ["noClientNumber", "ledgerElsewhere"],
  },
  create: {
    method: "POST",
    path: "/staff/report-runs",
    summary: "Starts a run: a report for each addressee, one after another, in the background; nobody gets it twice.",
    access: staff("office"),
    body: runBody,
    answer: z.object({ id }),
    notRepeatable: true,
  },
  list: {
    method: "GET",
    path: "/staff/report-runs",
    summary: "Runs, the newest first.",
    access: staff("internal"),
    query: z.object(pageQuery),
    answer: page({ runs: z.array(run), offer: z.object({ kinds: z.array(kind) }) }),
  },
  get: {
    method: "GET",
    path: "/staff/report-runs/:id",
    summary: "A run with the number of its addressees in each state.",
    access: staff("internal"),
    params: runParams,
    answer: run,
  },
  listAddressees: {
    method: "GET",
    path: "/staff/report-runs/:id/addressees",
    summary: "Addressees of a run, of all states or of one.",
    access: staff("internal"),
    params: runParams,
    query: z.object({ ...pageQuery, state: z.enum(addresseeStates).optional() }),
    answer: page({ addressees: z.array(addressee) }),
  },
  move: {
    method: "POST",
    path: "/staff/report-runs/:id/state",
    summary:
      "Starts, pauses or resumes a run; cancels what is not made; publishes or withholds what is made. What is published stays.",
    access: staff("office"),
    params: runParams,
    body: z.strictObject({ action: z.enum(runActions) }),
    answer: done,
    errors: ["stateConflict"],
  },
  retry: {
    method: "POST",
    path: "/staff/report-runs/:id/retry",
    summary: "Tries again what failed, and nothing else, from what is known now.",
    access: staff("office"),
    params: runParams,
    body: z.strictObject({}),
    answer: z.object({ retried: z.number().int() }),
    errors: ["stateConflict"],
  },
  allowGaps: {
    method: "POST",
    path: "/staff/report-runs/:id/allow",
    summary: "Lets a report with gaps be published, with the reason; or all of the run with the same gaps.",
    access: staff("office"),
    params: runParams,
    body: z.strictObject({ addressee: bodyId, all: z.boolean(), reason }),
    answer: z.object({ allowed: z.number().int() }),
    errors: ["stateConflict"],
  },
  getProofXlsx: {
    ...file,
    path: "/staff/report-runs/proof/xlsx",
    summary:
      "For an auditor: each report of a period with its hash and who was told and opened it when, and who got none and why.",
  },
  getProofCsv: {
    ...file,
    path: "/staff/report-runs/proof/csv",
    summary: "The same as CSV.",
  },
  listSchedules: {
    method: "GET",
    path: "/staff/report-schedules",
    summary: "Schedules of runs, with the next date and the last runs of each.",
    access: staff("internal"),
    answer: z.array(schedule),
  },
  createSchedule: {
    method: "POST",
    path: "/staff/report-schedules",
    summary: "Repeats a definition some business days of the firm after each period.",
    access: staff("office"),
    body: z.strictObject({
      kind,
      repeats: z.enum(repeats),
      holders: z.discriminatedUnion("scope", lasting),
      language: language.nullable(),
      atOnce: z.boolean(),
      businessDays: z.int().min(0).max(60),
      startsItself: z.boolean(),
    }),
    answer: z.object({ id }),
    notRepeatable: true,
  },
  switchSchedule: {
    method: "POST",
    path: "/staff/report-schedules/:id/state",
    summary: "Switches a schedule on or off. What was due while it was off is not made up.",
    access: staff("office"),
    params: runParams,
    body: z.strictObject({ enabled: z.boolean() }),
    answer: done,
  },
  listOfHolder: {
    method: "GET",
    path: "/staff/report-runs/holder/:holderType/:holderId",
    summary: "A holder's reports with what became of them, those that are not published too; the newest first.",
    access: staff("internal"),
    params: holderParams,
    query: z.object(pageQuery),
    answer: page({
      reports: z.array(
        z.object({
          id,
          kind,
          from: day,
          to: day,
          language,
          dataHash: sha256Hex,
          gaps: z.number().int(),
          run: id.nullable(),
          madeAt: instant,
          publishedAt: instant.nullable(),
          toldAt: instant.nullable(),
          undelivered: z.boolean(),
          openedAt: instant.nullable(),
          replaces: id.nullable(),
          replacedBy: id.nullable(),
        }),
      ),
    }),
  },
  getProof: {
    method: "GET",
    path: "/staff/report-runs/holder/:holderType/:holderId/:id",
    summary:
      "What became of one report: who was told and opened it when, and whether it is unchanged: its stored data are hashed and made again now.",
    access: staff("internal"),
    params: holderParams.extend({ id }),
    answer: z.object({
      id,
      kind,
      from: day,
      to: day,
      language,
      knownAt: instant,
      madeAt: instant,
      dataHash: sha256Hex,
      run: id.nullable(),
      publishedAt: instant.nullable(),
      publishedBy: z.string().nullable(),
      replaces: id.nullable(),
      replacedBy: id.nullable(),
      tellings,
      openings,
      checkedAt: instant,
      /** Whether the stored data have the hash that they were stored with. */
      stored: z.enum(["equal", "different"]),
      /** Whether the data made again now from what was known then have it too; `failed` if they could not be made. */
      again: z.enum(["equal", "different", "failed"]),
    }),
  },
});

/** Corporate actions: announced once for an instrument, confirmed, applied to all who hold it, undone; clients elect. */
import { z } from "zod";
import { defineEndpoints, holder, staff } from "./endpoint.ts";
import {
  actionNoteLimit,
  actionReasonLimit,
  actionSourceLimit,
  actionStates,
  actionTypes,
  electionStates,
  fractionRules,
  optionNames,
  runKinds,
  runStates,
  shareReasons,
  shareStates,
} from "./rules/corporate-actions.ts";
import {
  bodyId,
  bodyOrdinal,
  currencyCode,
  day,
  decimal,
  done,
  holderParams,
  holderType,
  id,
  instant,
  knownCurrency,
  page,
  pageQuery,
} from "./shapes.ts";
import { clientNumber } from "./users.ts";
import { textUpTo, writtenText } from "./written-text.ts";

const params = z.object({ id });
const runParams = z.object({ id, runId: id });

/** An exact figure above zero, as issuers state them. */
const figure = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,12})?$/)
  .refine((text) => /[1-9]/.test(text), { params: { field: "tooSmall" } });
/** Above 0, at most 100. */
const percent = figure.refine((text) => Number(text) <= 100, { params: { field: "tooBig" } });
const money = z.strictObject({ perUnit: figure, currency: knownCurrency });

/** What is paid and delivered; which parts a type has is in rules/corporate-actions.ts. */
export const actionTerms = z.strictObject({
  /** Gross, for one unit. */
  cash: money.nullable(),
  /** `into` units for `from` held: the new total of a split, what is added by a dividend, received by a spin-off or a merger. */
  ratio: z.strictObject({ from: figure, into: figure }).nullable(),
  /** The instrument that is received. */
  target: bodyId.nullable(),
  /** Of one new unit: what is paid for it, or what a part of it is worth in cash. */
  price: money.nullable(),
  fractions: z.enum(fractionRules),
  /** Withheld from the gross, in percent. */
  taxRate: percent.nullable(),
  /** Part of the cost that goes to what is spun off, in percent. */
  costShare: percent.nullable(),
});
export type ActionTerms = z.infer<typeof actionTerms>;

/** A day and a time in the firm's time zone. */
const localTime = z.strictObject({ day, time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) });

const stated = {
  instrumentId: bodyId,
  type: z.enum(actionTypes),
  /** Who holds at the close of the day before is entitled. */
  exDay: day,
  recordDay: day.nullable(),
  payDay: day,
  terms: actionTerms,
  /** What counts for who elects nothing. */
  defaultOption: z.enum(optionNames).nullable(),
  deadline: localTime.nullable(),
  clientDeadline: localTime.nullable(),
  /** Where the firm has it from. */
  source: writtenText(actionSourceLimit),
  note: textUpTo(actionNoteLimit).default(""),
};

const instrument = z.object({ id, name: z.string(), isin: z.string().nullable(), currency: currencyCode });
const described = z.object({
  id,
  type: z.enum(actionTypes),
  state: z.enum(actionStates),
  instrument,
  target: instrument.nullable(),
  exDay: day,
  recordDay: day.nullable(),
  payDay: day,
  terms: actionTerms,
  options: z.array(z.enum(optionNames)),
  defaultOption: z.enum(optionNames).nullable(),
  deadline: instant.nullable(),
  clientDeadline: instant.nullable(),
});

const runCounts = z.object({
  waiting: z.int(),
  ready: z.int(),
  nothing: z.int(),
  known: z.int(),
  unclear: z.int(),
  refused: z.int(),
  leftOut: z.int(),
  booked: z.int(),
  undone: z.int(),
  failed: z.int(),
} satisfies Record<(typeof shareStates)[number], z.ZodType>);

const run = z.object({
  id,
  kind: z.enum(runKinds),
  state: z.enum(runStates),
  version: z.int(),
  counts: runCounts,
  /** Of those who are ready or booked. */
  totals: z.object({
    units: decimal,
    cash: z.array(z.object({ currency: currencyCode, gross: decimal, tax: decimal, net: decimal })),
    received: decimal,
    given: decimal,
  }),
  createdBy: z.string(),
  createdAt: instant,
  startedBy: z.string().nullable(),
  endedAt: instant.nullable(),
  can: z.object({ start: z.boolean(), drop: z.boolean(), decide: z.boolean() }),
});
export type ActionRun = z.infer<typeof run>;

const listed = described.extend({
  source: z.string(),
  version: z.int(),
  /** Holders whose elections stand. */
  elections: z.int(),
});
export type ListedAction = z.infer<typeof listed>;

const details = listed.extend({
  note: z.string().nullable(),
  timeZone: z.string(),
  announcementId: id.nullable(),
  changedBy: z.string(),
  changedAt: instant,
  confirmedBy: z.string().nullable(),
  confirmedAt: instant.nullable(),
  versions: z.array(
    z.object({
      version: z.int(),
      state: z.enum(actionStates),
      exDay: day,
      payDay: day,
      terms: actionTerms,
      deadline: instant.nullable(),
      clientDeadline: instant.nullable(),
      reason: z.string().nullable(),
      changedBy: z.string().nullable(),
      changedAt: instant,
    }),
  ),
  /** The newest of each kind. */
  runs: z.array(run),
  electionCounts: z.array(z.object({ option: z.enum(optionNames), holders: z.int(), awaitingSigners: z.int() })),
  can: z.object({
    change: z.boolean(),
    confirm: z.boolean(),
    cancel: z.boolean(),
    previewApply: z.boolean(),
    previewUndo: z.boolean(),
    recordElection: z.boolean(),
  }),
});
export type ActionDetails = z.infer<typeof details>;

/** What a holder gets. */
const outcome = z.object({
  currency: currencyCode.nullable(),
  gross: decimal,
  tax: decimal,
  net: decimal,
  /** Change of the units of the instrument, signed. */
  units: decimal,
  /** Units received of the target. */
  received: decimal,
  /** Part of a unit that is paid in cash or dropped. */
  fraction: decimal,
  /** Cost that goes to what is spun off, in the instrument's currency. */
  costMoved: decimal.nullable(),
});
export type ActionOutcome = z.infer<typeof outcome>;

const share = z.object({
  holder_type: holderType,
  holder_id: id,
  name: z.string(),
  clientNumber: z.string().nullable(),
  state: z.enum(shareStates),
  units: decimal,
  custodian: z.string().nullable(),
  option: z.enum(optionNames).nullable(),
  outcome: outcome.nullable(),
  reason: z.enum(shareReasons).nullable(),
  detail: z.string().nullable(),
  /** What seems to be the same event in the ledger. */
  found: z
    .object({
      day,
      kind: z.string(),
      currency: currencyCode,
      amount: decimal,
      quantity: decimal.nullable(),
      fileName: z.string().nullable(),
    })
    .nullable(),
  decision: z.enum(["book", "leaveOut"]).nullable(),
  decidedBy: z.string().nullable(),
  decidedReason: z.string().nullable(),
});
export type ActionShare = z.infer<typeof share>;

const option = z.object({ option: z.enum(optionNames), isDefault: z.boolean(), outcome: outcome.nullable() });

const electionOf = z.object({
  option: z.enum(optionNames),
  state: z.enum(electionStates),
  byStaff: z.boolean(),
  electedBy: z.string(),
  electedAt: instant,
  signed: z.int(),
});

const own = described.omit({ state: true }).extend({
  state: z.enum(["coming", "changing", "applied", "undone", "cancelled"]),
  /** Units that entitle; as held now if the ex-day is still to come. */
  units: decimal,
  /** Whether they are those of the ex-day. */
  isFinal: z.boolean(),
  /** What it brings where nothing is to be chosen; once applied, what was booked. */
  outcome: outcome.nullable(),
  choices: z.array(option),
  election: electionOf.nullable(),
  /** Of a company: what waits for others who act for it. */
  pending: electionOf.nullable(),
  can: z.object({ elect: z.boolean() }),
});
export type OwnAction = z.infer<typeof own>;

const election = electionOf.extend({
  id,
  holder_type: holderType,
  holder_id: id,
  name: z.string(),
  note: z.string().nullable(),
  endedAt: instant.nullable(),
});
export type ActionElection = z.infer<typeof election>;

const staffElection = z.strictObject({
  clientNumber,
  /** Null takes an election back: the default counts. */
  option: z.enum(optionNames).nullable(),
  /** How the client said so. */
  note: writtenText(actionReasonLimit),
});

export const corporateActions = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/corporate-actions",
    summary: "Staff: corporate actions of instruments, the latest ex-day first; of a state if one is named.",
    access: staff("internal"),
    query: z.object({
      state: z.enum(actionStates).optional(),
      /** Those with a deadline of clients still to come, the next one first. */
      open: z.literal("elections").optional(),
      ...pageQuery,
    }),
    answer: page({ actions: z.array(listed), timeZone: z.string(), can: z.object({ create: z.boolean() }) }),
  },
  get: {
    method: "GET",
    path: "/staff/corporate-actions/:id",
    summary: "Staff: one corporate action with its versions, runs and counts of elections.",
    access: staff("internal"),
    params,
    answer: details,
  },
  create: {
    method: "POST",
    path: "/staff/corporate-actions",
    summary: "Announces a corporate action; it may begin with an announcement of income from a file.",
    access: staff("office"),
    body: z.strictObject(stated),
    answer: z.object({ id }),
    errors: ["inUse"],
    notRepeatable: true,
  },
  change: {
    method: "PATCH",
    path: "/staff/corporate-actions/:id",
    summary: "Corrects a corporate action that is not applied; it must be confirmed again.",
    access: staff("office"),
    params,
    body: z.strictObject({ ...stated, version: bodyOrdinal, reason: writtenText(actionReasonLimit) }),
    answer: done,
    errors: ["stateConflict", "inUse"],
  },
  confirm: {
    method: "POST",
    path: "/staff/corporate-actions/:id/confirm",
    summary:
      "Confirms a corporate action: its holders are told, and may elect. With four eyes on, a colleague of who stated it does.",
    access: staff("office"),
    params,
    body: z.strictObject({ version: bodyOrdinal }),
    answer: done,
    errors: ["stateConflict", "fourEyes", "deadlinePassed"],
  },
  cancel: {
    method: "POST",
    path: "/staff/corporate-actions/:id/cancel",
    summary: "Cancels a corporate action that is not applied; elections lapse and their holders are told.",
    access: staff("office"),
    params,
    body: z.strictObject({ reason: writtenText(actionReasonLimit) }),
    answer: done,
    errors: ["stateConflict"],
  },
  preview: {
    method: "POST",
    path: "/staff/corporate-actions/:id/runs",
    summary:
      "Calculates, in the background, what applying or undoing would book for each holder. A preview before it is dropped.",
    access: staff("office"),
    params,
    body: z.strictObject({ kind: z.enum(runKinds) }),
    answer: z.object({ id }),
    errors: ["stateConflict", "deadlineAhead"],
  },
  listHolders: {
    method: "GET",
    path: "/staff/corporate-actions/:id/runs/:runId/holders",
    summary: "Staff: the holders of a run with what each gets, or why not.",
    access: staff("internal"),
    params: runParams,
    query: z.object({ state: z.enum(shareStates).optional(), ...pageQuery }),
    answer: page({ holders: z.array(share) }),
  },
  decide: {
    method: "POST",
    path: "/staff/corporate-actions/:id/runs/:runId/holders/:holderType/:holderId",
    summary: "Decides about a holder whose file may have booked the event already, or leaves a holder out.",
    access: staff("office"),
    params: runParams.extend(holderParams.shape),
    body: z.strictObject({ decision: z.enum(["book", "leaveOut"]), reason: writtenText(actionReasonLimit) }),
    answer: done,
    errors: ["stateConflict", "fourEyes"],
  },
  start: {
    method: "POST",
    path: "/staff/corporate-actions/:id/runs/:runId/start",
    summary:
      "Books a previewed run in the background, or undoes everything that the action booked. A second start changes nothing.",
    access: staff("office"),
    params: runParams,
    body: z.strictObject({}),
    answer: done,
    errors: ["stateConflict", "questionsOpen"],
  },
  drop: {
    method: "POST",
    path: "/staff/corporate-actions/:id/runs/:runId/drop",
    summary: "Drops a preview that was not started.",
    access: staff("office"),
    params: runParams,
    body: z.strictObject({}),
    answer: done,
    errors: ["stateConflict"],
  },
  listElections: {
    method: "GET",
    path: "/staff/corporate-actions/:id/elections",
    summary: "Staff: what holders elected, the newest first, with those that were changed.",
    access: staff("internal"),
    params,
    query: z.object(pageQuery),
    answer: page({ elections: z.array(election) }),
  },
  recordElection: {
    method: "POST",
    path: "/staff/corporate-actions/:id/elections",
    summary: "Records what a client said, until the firm's deadline.",
    access: staff("office"),
    params,
    body: staffElection,
    answer: done,
    errors: ["stateConflict", "fourEyes", "deadlinePassed", "notEntitled"],
  },
  listOwn: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/corporate-actions",
    summary:
      "Corporate actions of what the holder has or had at the ex-day, with what may be chosen and what was booked. Who may read the holder's reports may read them too.",
    access: holder("internal", "reports"),
    params: holderParams,
    answer: z.object({ actions: z.array(own), timeZone: z.string() }),
  },
  elect: {
    method: "POST",
    path: "/portfolio/:holderType/:holderId/corporate-actions/:id/election",
    summary:
      "Elects an option until the clients' deadline, or takes the election back. Of a company, each of those who sign elects the same.",
    access: holder(),
    params: holderParams.extend({ id }),
    body: z.strictObject({ option: z.enum(optionNames).nullable() }),
    answer: z.object({ state: z.enum(electionStates).nullable() }),
    errors: ["stateConflict", "deadlinePassed", "notEntitled", "notApproved", "forbidden"],
  },
});

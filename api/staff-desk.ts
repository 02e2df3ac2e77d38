/** Staff work: clients' requests, proposals, saved views, a holder's timeline, the firm's jobs. */
import { z } from "zod";
import { auditActionNames } from "./audit-actions.ts";
import { defineEndpoints, staff } from "./endpoint.ts";
import { messageMaxLength, nameLimits } from "./rules/limits.ts";
import type { ProposalDecision } from "./rules/proposal-decisions.ts";
import { done, holderParams, holderType, id, instant, ofHolder, page, pageQuery } from "./shapes.ts";

const person = z.object({ id, name: z.string() });

const staffTask = z.object({
  id,
  kind: z.enum(["message", "subscription"]),
  user: person,
  title: z.string(),
  /** Name of the requested service at that time; null for a message. */
  service_name: z.object({ bg: z.string(), en: z.string(), pl: z.string() }).nullable(),
  content: z.string(),
  created_at: instant,
  done_at: instant.nullable(),
  done_by: person.nullable(),
  /** What the reader may do with it. */
  can: z.object({ finish: z.boolean(), reopen: z.boolean(), reply: z.boolean() }),
});

/**
 * Changes that need a second person while the `fourEyes` setting is on; enabling current or former staff, and resetting
 * their second factor, always do.
 */
export const proposalActions = [
  "setRole",
  "setClientNumber",
  "disable",
  "enable",
  "resetFactors",
  "fourEyesOff",
] as const;
export const proposal = z.object({
  id,
  action: z.enum(proposalActions),
  holder_type: holderType,
  holder_id: id,
  holder_name: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  /** Current values of the fields of `before`; null for a decided proposal. If they differ, it can no longer be confirmed. */
  now: z.record(z.string(), z.unknown()).nullable(),
  /** Decisions that the reader may take. */
  can: z.object({ confirm: z.boolean(), decline: z.boolean(), withdraw: z.boolean() } satisfies Record<
    ProposalDecision,
    z.ZodType
  >),
  state: z.enum(["open", "confirmed", "declined", "withdrawn"]),
  /** The proposer's reason; null for a client number given with an approval, whose revision `after` names. */
  reason: z.string().nullable(),
  /** Reason for declining. */
  decision_reason: z.string().nullable(),
  proposed_by: person,
  proposed_at: instant,
  decided_by: person.nullable(),
  decided_at: instant.nullable(),
});
export type Proposal = z.infer<typeof proposal>;

/** Reason for a proposal or for declining it. */
export const proposalReason = z.string().trim().min(1).max(messageMaxLength);
const decidedSo = z.discriminatedUnion("decision", [
  z.strictObject({ decision: z.literal("confirm") }),
  z.strictObject({ decision: z.literal("withdraw") }),
  z.strictObject({ decision: z.literal("decline"), reason: proposalReason }),
]);
export type DecidedSo = z.infer<typeof decidedSo>;

export const savedLists = ["users", "companies", "forms"] as const;
const savedView = z.object({
  id,
  list: z.enum(savedLists),
  name: z.string(),
  /** Filters, sort and columns, as in the list's address. */
  query: z.record(z.string(), z.string()),
  created_by: person,
});

const timelineEntry = z.object({
  at: instant,
  /** `other`: an action written by a newer version of the portal. */
  action: z.enum([...auditActionNames, "other"]),
  /** The person who did it, or null for the portal itself. */
  by: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
});

export const staffDesk = defineEndpoints({
  listTasks: {
    method: "GET",
    path: "/staff/tasks",
    summary: "What clients asked for; open ones oldest first, done ones newest first.",
    access: staff("internal"),
    query: z.object({ done: z.enum(["true", "false"]).default("false"), ...pageQuery }),
    answer: page({ tasks: z.array(staffTask), open: z.number().int() }),
  },
  setTaskDone: {
    method: "PATCH",
    path: "/staff/tasks/:taskId",
    summary: "Marks a task as done, or open again.",
    access: staff("internal"),
    params: z.object({ taskId: id }),
    body: z.strictObject({ done: z.boolean() }),
    answer: staffTask,
    errors: ["stateConflict"],
  },
  listProposals: {
    method: "GET",
    path: "/staff/proposals",
    summary: "Changes that wait for a second pair of eyes, and those decided; newest first.",
    access: staff("office"),
    query: z.object({
      state: z.enum(["open", "decided"]).default("open"),
      ...ofHolder,
      ...pageQuery,
    }),
    answer: page({
      proposals: z.array(proposal),
      /** Number of proposals that the reader can decide. */
      open: z.number().int(),
    }),
  },
  getProposal: {
    method: "GET",
    path: "/staff/proposals/:proposalId",
    summary: "One proposed change, open or decided.",
    access: staff("office"),
    params: z.object({ proposalId: id }),
    answer: proposal,
  },
  decideProposal: {
    method: "POST",
    path: "/staff/proposals/:proposalId/decide",
    summary:
      "Confirms a proposed change, which then happens, or declines it with a reason; its proposer may only withdraw it.",
    access: staff("office"),
    params: z.object({ proposalId: id }),
    body: decidedSo,
    answer: proposal,
    errors: ["stateConflict", "proposalDecided", "fourEyes", "clientNumberInUse", "tooFewAdmins"],
  },
  listViews: {
    method: "GET",
    path: "/staff/views/:list",
    summary: "The views that the team saved of a list.",
    access: staff("internal"),
    params: z.object({ list: z.enum(savedLists) }),
    answer: z.array(savedView),
  },
  saveView: {
    method: "POST",
    path: "/staff/views/:list",
    summary:
      "Saves a view under a name that the team shares; a view of that name is replaced only where that is asked for.",
    access: staff("internal"),
    params: z.object({ list: z.enum(savedLists) }),
    body: z.strictObject({
      name: z.string().trim().min(1).max(nameLimits.view),
      query: z.record(z.string().max(40), z.string().max(400)).refine((query) => Object.keys(query).length <= 30),
      replace: z.boolean().optional(),
    }),
    answer: savedView,
    errors: ["nameInUse"],
  },
  deleteView: {
    method: "DELETE",
    path: "/staff/views/:list/:viewId",
    summary: "Deletes a saved view.",
    access: staff("internal"),
    params: z.object({ list: z.enum(savedLists), viewId: id }),
    answer: done,
  },
  listColleagues: {
    method: "GET",
    path: "/staff/colleagues",
    summary: "The members of staff to whom clients can be assigned, with how many each has.",
    access: staff("internal"),
    answer: z.array(person.extend({ role: z.string(), users: z.number().int(), companies: z.number().int() })),
  },
  getTimeline: {
    method: "GET",
    path: "/staff/timeline/:holderType/:holderId",
    summary: "Everything that happened to a holder, from the audit log, newest first.",
    access: staff("internal"),
    params: holderParams,
    query: z.object({ ...pageQuery }),
    answer: page({ entries: z.array(timelineEntry) }),
  },
  beginViewAs: {
    method: "POST",
    path: "/staff/view-as/:holderType/:holderId",
    summary:
      "Begins to look through the client's eyes; the id goes into the header x-view-as of each call, which then cannot change anything.",
    access: staff("internal"),
    params: holderParams,
    body: z.strictObject({ reason: z.string().trim().min(5).max(300) }),
    answer: z.object({ viewAsId: id, name: z.string(), until: instant }),
  },
  endViewAs: {
    method: "DELETE",
    path: "/staff/view-as/:viewAsId",
    summary: "Ends looking through the client's eyes.",
    access: staff("internal"),
    params: z.object({ viewAsId: id }),
    answer: done,
  },
  listJobs: {
    method: "GET",
    path: "/staff/jobs",
    summary: "The firm's own jobs with their last run and what it did.",
    access: staff("admin"),
    answer: z.array(
      z.object({
        job: z.string(),
        schedule: z.string().nullable(),
        last: z
          .object({
            started_at: instant,
            finished_at: instant.nullable(),
            outcome: z.record(z.string(), z.number()).nullable(),
            failure: z.string().nullable(),
          })
          .nullable(),
      }),
    ),
  },
});

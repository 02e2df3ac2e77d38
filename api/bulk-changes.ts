/** Changes of many at once: looked at before, made one by one, and undone for a minute. */
import { z } from "zod";
import { bulkLimit } from "./bulk-changes/limits.ts";
import { companies } from "./companies.ts";
import { contracts } from "./contracts.ts";
import { groupName } from "./distribution-groups.ts";
import { documentTypeId } from "./documents/shapes.ts";
import { defineEndpoints, staff } from "./endpoint.ts";
import { type ErrorCode, errorStatus } from "./errors.ts";
import { formRevisions } from "./forms/revisions.ts";
import { requestCalls } from "./payments/requests.ts";
import { proposals } from "./proposals.ts";
import { reconciliation } from "./reconciliation.ts";
import { messageMaxLength } from "./rules/limits.ts";
import { candidateLikeness } from "./rules/screening.ts";
import { screening } from "./screening.ts";
import { bodyId, day, id, instant, sha256Hex } from "./shapes.ts";
import { tickets } from "./tickets.ts";
import { users } from "./users.ts";
import { textUpTo, writtenText } from "./written-text.ts";

const chosen = z.strictObject({ ids: z.array(bodyId).min(1).max(bulkLimit) });
const unpaged = { cursor: true, limit: true } as const;
/** Those that were chosen, or all that a list's filter matches: as in the list's own query. */
const ofList = <Query extends z.ZodObject>(query: Query) => z.union([chosen, z.strictObject({ filter: query })]);
/** A colleague; null for nobody. */
const to = bodyId.nullable();

/** A request for a document to many (docs/decisions/0364). */
const request = {
  /** Of all requests of the step: chosen by who asks. */
  round: z.uuid(),
  /** Null: the portal's words, in each client's language. */
  text: writtenText(messageMaxLength).nullable(),
  due: day,
};

const like = { like: bodyId, by: z.enum(candidateLikeness) };

const bulkChange = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("assignUsers"), of: ofList(users.list.query.omit(unpaged)), to }),
  z.strictObject({
    action: z.literal("groupUsers"),
    of: ofList(users.list.query.omit(unpaged)),
    /** A new name makes the group. */
    group: groupName,
  }),
  z.strictObject({ action: z.literal("assignCompanies"), of: ofList(companies.list.query.omit(unpaged)), to }),
  z.strictObject({
    action: z.literal("askUsers"),
    of: ofList(users.list.query.omit(unpaged)),
    type: documentTypeId,
    ...request,
  }),
  z.strictObject({
    action: z.literal("askCompanies"),
    of: ofList(companies.list.query.omit(unpaged)),
    type: documentTypeId,
    ...request,
  }),
  /** Ids are of documents: a current one of each is asked for. */
  z.strictObject({
    action: z.literal("renewDocuments"),
    of: ofList(z.object({ before: day, type: documentTypeId.optional() })),
    ...request,
  }),
  z.strictObject({ action: z.literal("assignTickets"), of: ofList(tickets.listAll.query.omit(unpaged)), to }),
  z.strictObject({
    action: z.literal("giveForms"),
    of: ofList(formRevisions.list.query.omit(unpaged).extend(formRevisions.list.params.shape)),
    to,
  }),
  z.strictObject({ action: z.literal("giveRequests"), of: ofList(requestCalls.listRequests.query.omit(unpaged)), to }),
  z.strictObject({
    action: z.literal("handleRequests"),
    of: ofList(requestCalls.listRequests.query.omit(unpaged)),
    state: z.enum(["done", "declined"]),
    /** To each client; declining needs one. */
    message: textUpTo(messageMaxLength).default(""),
  }),
  z.strictObject({ action: z.literal("giveContracts"), of: ofList(contracts.listAll.query.omit(unpaged)), to }),
  z.strictObject({ action: z.literal("giveBreaks"), of: ofList(reconciliation.listBreaks.query.omit(unpaged)), to }),
  z.strictObject({ action: z.literal("giveProposals"), of: ofList(proposals.list.query.omit(unpaged)), to }),
  z.strictObject({ action: z.literal("giveScreening"), of: ofList(screening.listCandidates.query.omit(unpaged)), to }),
  /** Decides candidates as false that are of the same entry, or the same person, as the one that is named. */
  z.strictObject({
    action: z.literal("clearCandidates"),
    of: ofList(z.object(like)),
    ...like,
    /** None is needed before the change is made. */
    reason: textUpTo(messageMaxLength).default(""),
  }),
]);
export type BulkChange = z.output<typeof bulkChange>;
export type BulkChangeOf<Action extends BulkChange["action"]> = Extract<BulkChange, { action: Action }>;

/** Why something is left out: as a call about it alone would be refused, it is so already, or it is decided by itself. */
const reasons = ["unchanged", "byItself", ...(Object.keys(errorStatus) as ErrorCode[])] as const;
const leftOut = z.object({ id, name: z.string(), reason: z.enum(reasons) });
export type LeftOut = z.infer<typeof leftOut>;

/** Names that an answer lists at most; counts are of all. */
const listed = { left: z.array(leftOut), left_count: z.int() };

export const bulkChanges = defineEndpoints({
  preview: {
    method: "POST",
    path: "/staff/bulk-changes/preview",
    summary: "What the change would do to each, and what it would leave out and why. Changes nothing.",
    access: staff("office"),
    body: bulkChange,
    answer: z.object({
      /** A fingerprint of those that were found, to make the change with. */
      set: sha256Hex,
      /** More match than one change takes: those beyond the limit are not among them. */
      more: z.boolean(),
      /** `from`: who has it now. */
      changes: z.array(z.object({ id, name: z.string(), from: z.string().nullable() })),
      change_count: z.int(),
      ...listed,
    }),
  },
  make: {
    method: "POST",
    path: "/staff/bulk-changes",
    summary:
      "Makes the change, one after the other; `selectionChanged` if the filter matches others than in the preview. What clients and colleagues are told waits until the change can no longer be undone.",
    access: staff("office"),
    body: z.strictObject({ change: bulkChange, set: sha256Hex }),
    answer: z.object({ id, changed: z.int(), undo_until: instant, ...listed }),
    errors: ["selectionChanged"],
  },
  undo: {
    method: "POST",
    path: "/staff/bulk-changes/:bulkChangeId/undo",
    summary:
      "Undoes one's own change within a minute, and nobody is told of it. What somebody changed since is left as it is, and listed.",
    access: staff("office"),
    params: z.object({ bulkChangeId: id }),
    body: z.strictObject({}).optional(),
    answer: z.object({ undone: z.int(), ...listed }),
    errors: ["undoOver", "stateConflict"],
  },
});

/** Requests for documents to many: made as a change of many (api/bulk-changes.ts), and followed here until all have answered. */
import { z } from "zod";
import { defineEndpoints, staff } from "../endpoint.ts";
import { documentRequestStates } from "../rules/documents.ts";
import { day, id, instant, namedHolder } from "../shapes.ts";
import { documentTypeId } from "./shapes.ts";

const round = z.object({
  id: z.uuid(),
  /** Null: a current one of each document that expires. */
  type: documentTypeId.nullable(),
  text: z.string().nullable(),
  due: day,
  group: z.string().nullable(),
  before: day.nullable(),
  created_at: instant,
  created_by: z.string(),
  /** Requests by their state; `overdue`: of the open ones. */
  counts: z.object({
    asked: z.int(),
    open: z.int(),
    overdue: z.int(),
    received: z.int(),
    accepted: z.int(),
    cancelled: z.int(),
  }),
});
export type DocumentRound = z.infer<typeof round>;

const asked = z.object({
  id,
  holder: namedHolder,
  type: documentTypeId,
  due: day,
  state: z.enum(documentRequestStates),
  document_id: id.nullable(),
  reminded_on: day.nullable(),
});
export type AskedOfRound = z.infer<typeof asked>;

const params = z.object({ roundId: z.uuid() });
const office = staff("office");

export const roundCalls = defineEndpoints({
  listRounds: {
    method: "GET",
    path: "/doc/rounds",
    summary: "Staff: the latest hundred requests to many, with how many have answered.",
    access: staff("internal"),
    answer: z.object({ rounds: z.array(round), can: z.object({ ask: z.boolean() }) }),
  },
  getRound: {
    method: "GET",
    path: "/doc/rounds/:roundId",
    summary: "Staff: a request to many, with who has answered; those who have not come first.",
    access: staff("internal"),
    params,
    answer: round.extend({
      requests: z.array(asked),
      can: z.object({ remind: z.boolean(), cancel: z.boolean() }),
    }),
  },
  remindRound: {
    method: "POST",
    path: "/doc/rounds/:roundId/remind",
    summary: "Reminds everybody of a round who has not answered; nobody twice a day.",
    access: office,
    params,
    body: z.strictObject({}),
    answer: z.object({ reminded: z.int() }),
  },
  cancelRound: {
    method: "POST",
    path: "/doc/rounds/:roundId/cancel",
    summary: "Cancels the requests of a round that nobody has answered; answers that came stay.",
    access: office,
    params,
    body: z.strictObject({}),
    answer: z.object({ cancelled: z.int() }),
  },
});

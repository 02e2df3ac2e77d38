/** The calls about joining a definition: asked by a holder, decided by staff. */
import { z } from "zod";
import { defineEndpoints, holder, staff } from "../endpoint.ts";
import { allocationClasses, fitFaults, joinStates } from "../rules/funds.ts";
import { messageMaxLength } from "../rules/limits.ts";
import {
  bodyId,
  currencyCode,
  decimal,
  holderParams,
  holderType,
  id,
  inEachLanguage,
  instant,
  ofHolder,
  page,
  pageQuery,
} from "../shapes.ts";
import { textUpTo } from "../written-text.ts";

const joinRow = z.object({
  id,
  definition_id: id,
  name: inEachLanguage,
  state: z.enum(joinStates),
  /** The amount that it was asked with, in `currency`. */
  amount: decimal,
  currency: currencyCode,
  message: z.string(),
  asked_at: instant,
  decided_at: instant.nullable(),
  staff_message: z.string().nullable(),
});

/** One line of a joined definition, as it should be and as the holder's portfolio is. Percentages, 2 decimals. */
const weight = z.object({
  fund_id: id.nullable(),
  instrument_id: id.nullable(),
  asset_class: z.enum(allocationClasses),
  label: inEachLanguage,
  isin: z.string().nullable(),
  target: decimal,
  /** Share among what is held of the definition; null if a price or rate is missing, or nothing is held. */
  actual: decimal.nullable(),
  /** What is held of it, in the definition's currency. */
  value: decimal.nullable(),
});

export const joinCalls = defineEndpoints({
  getFit: {
    method: "GET",
    path: "/target/joins/:holderType/:holderId/fit/:definitionId",
    summary: "Whether the holder may ask to join a published definition, and what stands in the way.",
    access: holder("internal"),
    params: holderParams.extend({ definitionId: id }),
    answer: z.object({
      faults: z.array(z.enum(fitFaults)),
      /** The holder's profile, null without one, and the highest risk of a definition that it allows. */
      profile: z.string().nullable(),
      allowedRisk: z.number().int().nullable(),
    }),
  },
  join: {
    method: "POST",
    path: "/target/joins/:holderType/:holderId",
    summary: "Asks to join a published definition with an amount; opens a ticket, and lands in the staff's queue.",
    access: holder(),
    params: holderParams,
    body: z.strictObject({
      definition_id: bodyId,
      /** In the definition's currency. */
      amount: decimal,
      message: textUpTo(messageMaxLength).default(""),
      /** Created by the caller: sending the same again does not make a second request. */
      key: z.string().min(8).max(64),
    }),
    answer: joinRow,
    errors: ["notApproved", "noClientNumber", "doesNotFit", "stateConflict", "keyReused"],
    notRepeatable: true,
    rateLimits: [{ tries: 30, seconds: 3600, per: { field: "holderId" } }],
  },
  listJoins: {
    method: "GET",
    path: "/target/joins/:holderType/:holderId",
    summary: "What the holder asked to join and joined, with target and actual weights; the newest first.",
    access: holder("internal"),
    params: holderParams,
    answer: z.object({
      joins: z.array(
        joinRow.extend({
          /** Empty unless joined. */
          weights: z.array(weight),
          ticket_id: id.nullable(),
          can: z.object({ withdraw: z.boolean() }),
        }),
      ),
    }),
  },
  withdrawJoin: {
    method: "POST",
    path: "/target/joins/:holderType/:holderId/:joinId/withdraw",
    summary: "Takes back a request that staff have not decided.",
    access: holder(),
    params: holderParams.extend({ joinId: id }),
    body: z.strictObject({}),
    answer: joinRow,
    errors: ["stateConflict"],
  },
  listAllJoins: {
    method: "GET",
    path: "/staff/target/joins",
    summary: "Staff: requests to join, open ones from the oldest on, others the newest first.",
    access: staff("internal"),
    query: z.object({
      state: z.enum(joinStates).default("asked"),
      definition: id.optional(),
      ...ofHolder,
      ...pageQuery,
    }),
    answer: page({
      joins: z.array(
        joinRow.extend({
          holder_type: holderType,
          holder_id: id,
          holder_name: z.string(),
          client_number: z.string().nullable(),
          ticket_id: id.nullable(),
          decided_by: z.string().nullable(),
          can: z.object({ decide: z.boolean(), end: z.boolean() }),
        }),
      ),
    }),
  },
  decideJoin: {
    method: "PATCH",
    path: "/staff/target/joins/:id",
    summary: "Staff: marks a holder joined, declines with words, or ends what was joined (`left`).",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({
      state: z.enum(["joined", "declined", "left"]),
      message: textUpTo(messageMaxLength).default(""),
    }),
    answer: joinRow,
    errors: ["stateConflict", "fourEyes", "doesNotFit", "notApproved"],
  },
});

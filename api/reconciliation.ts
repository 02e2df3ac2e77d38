/** Reconciliation: what custodians state of clients' accounts, compared with the ledger. */
import { z } from "zod";
import { defineEndpoints, holder, staff } from "./endpoint.ts";
import { messageMaxLength } from "./rules/limits.ts";
import { breakCauses, breakStates } from "./rules/reconciliation.ts";
import {
  bodyOrdinal,
  currencyCode,
  day,
  decimal,
  done,
  exactQuote,
  holderParams,
  id,
  idAndName,
  instant,
  namedHolder,
  ofHolder,
  page,
  pageQuery,
} from "./shapes.ts";
import { textUpTo, writtenText } from "./written-text.ts";

const dayOfCustodian = z.object({
  custodian: idAndName,
  day,
  /** Holders whose accounts were stated. */
  holders: z.number().int(),
  /** Of them those that wait for another account's statement. */
  incomplete: z.number().int(),
  /** Holdings, also cash in each currency, that agree and that do not. */
  agreed: z.number().int(),
  broken: z.number().int(),
});
export type ReconciledDay = z.infer<typeof dayOfCustodian>;

const quantity = z.union([decimal, exactQuote]);
const reconciliationBreak = z.object({
  id,
  custodian: idAndName,
  holder: namedHolder,
  part: z.enum(["positions", "cash"]),
  /** The instrument's name, or the currency. */
  name: z.string(),
  instrument_id: id.nullable(),
  currency: currencyCode.nullable(),
  /** Since when without a break, and the last day compared. */
  first_day: day,
  last_day: day,
  /** Business days of the firm from the first day to today. */
  age: z.number().int(),
  expected: quantity,
  stated: quantity,
  /** Stated less expected. */
  difference: quantity,
  cause: z.enum(breakCauses).nullable(),
  state: z.enum(breakStates),
  owner: idAndName.nullable(),
  note: z.string().nullable(),
  /** Why it is explained. */
  reason: z.string().nullable(),
  explained_by: z.string().nullable(),
  explained_at: instant.nullable(),
  opened_at: instant,
  closed_at: instant.nullable(),
  /** How often it came back. */
  reopened: z.number().int(),
  /** The file that stated it last. */
  import: z.object({ id, fileName: z.string() }),
  version: z.number().int(),
  can: z.object({ work: z.boolean() }),
});
export type ReconciliationBreak = z.infer<typeof reconciliationBreak>;

/** By a version that was read. */
const versioned = { version: bodyOrdinal };

export const reconciliation = defineEndpoints({
  listDays: {
    method: "GET",
    path: "/staff/reconciliation/days",
    summary: "Staff: what agreed of each custodian and day, newest first.",
    access: staff("internal"),
    query: z.object({ custodian: id.optional(), ...pageQuery }),
    answer: page({ days: z.array(dayOfCustodian) }),
  },
  listBreaks: {
    method: "GET",
    path: "/staff/reconciliation/breaks",
    summary: "Staff: breaks, the oldest first. Without a state those that are open or explained.",
    access: staff("internal"),
    query: z.object({
      state: z.enum(breakStates).optional(),
      custodian: id.optional(),
      cause: z.enum([...breakCauses, "none"]).optional(),
      /** A colleague's id, or nobody's. */
      owner: z.union([z.literal("nobody"), id]).optional(),
      /** At least so many business days old. */
      age: z.coerce.number().int().min(0).max(1000).optional(),
      ...ofHolder,
      ...pageQuery,
    }),
    answer: page({ breaks: z.array(reconciliationBreak), open: z.number().int(), explained: z.number().int() }),
  },
  takeBreak: {
    method: "POST",
    path: "/staff/reconciliation/breaks/:id/take",
    summary: "Takes a break to look at, or leaves it.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({ ...versioned, take: z.boolean() }),
    answer: done,
    errors: ["stateConflict", "claimed"],
  },
  noteBreak: {
    method: "POST",
    path: "/staff/reconciliation/breaks/:id/note",
    summary: "Writes what was found out about a break; an empty note removes it.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({ ...versioned, note: textUpTo(messageMaxLength) }),
    answer: done,
    errors: ["stateConflict"],
  },
  explainBreak: {
    method: "POST",
    path: "/staff/reconciliation/breaks/:id/explain",
    summary:
      "Explains a break with a reason; it opens again once the difference is another one. Without a reason it is open again.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({ ...versioned, reason: writtenText(messageMaxLength).nullable() }),
    answer: done,
    errors: ["stateConflict"],
  },
  listAgreed: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/agreed",
    summary: "Of each holding the last day on which it agreed with what its custodian states.",
    access: holder("internal"),
    params: holderParams,
    answer: z.object({
      agreed: z.array(
        z.object({
          /** As in the portfolio: the instrument's id, or the currency of cash. */
          key: z.string(),
          custodian: z.string(),
          day,
        }),
      ),
    }),
  },
});

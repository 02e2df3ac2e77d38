/** Custodians and cash banks: what they send, and whose their accounts are. */
import { z } from "zod";
import { bankCode, savedCode } from "./custodians/bank-codes.ts";
import { defineEndpoints, staff } from "./endpoint.ts";
import { knownCountry } from "./known-country.ts";
import {
  accountPurposes,
  bankCodeLimits,
  confirmationSenders,
  custodianKinds,
  custodianLimits,
  dayBases,
  normalNumber,
} from "./rules/custodians.ts";
import { importFormats } from "./rules/import-kinds.ts";
import { messageMaxLength } from "./rules/limits.ts";
import {
  bodyId,
  bodyOrdinal,
  currencyCode,
  decimal,
  done,
  holderType,
  id,
  instant,
  knownCurrency,
  namedHolder,
  ofHolder,
  page,
  pageQuery,
  reasonToPropose,
} from "./shapes.ts";
import { writtenText } from "./written-text.ts";

const name = writtenText(custodianLimits.name);
const tolerance = decimal.refine((value) => !value.startsWith("-"), { params: { field: "belowZero" } });

/** What staff write of a custodian. */
const content = {
  name,
  kind: z.enum(custodianKinds),
  /** Where it is established; null if it is not stated. */
  country: knownCountry.nullable(),
  /** Other names by which rows of files name it. A former name is added by the portal. */
  other_names: z.array(name).max(custodianLimits.otherNames),
  /** Formats of the files that it sends. */
  formats: z.array(z.enum(importFormats)).max(importFormats.length),
  day_basis: z.enum(dayBases),
  confirmations: z.enum(confirmationSenders),
  /** Differences up to these are none in a reconciliation: units, and amounts in the account's currency. */
  quantity_tolerance: tolerance,
  cash_tolerance: tolerance,
  /** Files without a warning are booked without a person. */
  automatic: z.boolean(),
};
const written = z.strictObject(content);
export type CustodianContent = z.infer<typeof written>;

const custodian = z.object({
  id,
  ...content,
  country: z.string().nullable(),
  version: z.number().int(),
  ended_at: instant.nullable(),
  /** Accounts that are linked to clients. */
  accounts: z.number().int(),
  can: z.object({ save: z.boolean(), end: z.boolean(), restore: z.boolean() }),
});
export type Custodian = z.infer<typeof custodian>;

const number = z
  .string()
  .transform(normalNumber)
  .pipe(
    z
      .string()
      .min(1)
      .max(custodianLimits.number)
      .regex(/^[^\p{C}]+$/u),
  );

const account = z.object({
  id,
  custodian: z.object({ id, name: z.string() }),
  number: z.string(),
  currency: currencyCode.nullable(),
  purpose: z.enum(accountPurposes),
  holder: namedHolder.nullable(),
  reason: z.string().nullable(),
  linked_at: instant,
  /** Null for the portal. */
  linked_by: z.string().nullable(),
  first_seen_at: instant.nullable(),
  ended_at: instant.nullable(),
  version: z.number().int(),
  can: z.object({ change: z.boolean(), end: z.boolean() }),
});
export type CustodianAccount = z.infer<typeof account>;

const unknownAccount = z.object({
  id,
  /** Null if it is not known whose file named it. */
  custodian: z.object({ id, name: z.string() }).nullable(),
  number: z.string(),
  files: z.number().int(),
  /** Of the last file. */
  entries: z.number().int(),
  first_file: z.string(),
  first_seen_at: instant,
  last_file: z.string(),
  last_import_id: id.nullable(),
  last_seen_at: instant,
});
export type UnknownAccount = z.infer<typeof unknownAccount>;

/** The id of the row, or of the proposal that waits for a second person. */
const writtenOrProposed = z.object({ id: id.nullable(), proposalId: id.nullable() });

export const custodians = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/custodians",
    summary: "Staff: custodians and cash banks by name, those that ended last.",
    access: staff("internal"),
    answer: z.object({
      custodians: z.array(custodian),
      /** Account numbers of files that nobody has. */
      unknown_accounts: z.number().int(),
      can: z.object({ create: z.boolean(), link: z.boolean() }),
    }),
  },
  create: {
    method: "POST",
    path: "/staff/custodians",
    summary: "Adds a custodian. Clean files are not booked by themselves before a change says so.",
    access: staff("admin"),
    body: written.extend({ automatic: z.literal(false).default(false) }),
    answer: z.object({ id }),
    errors: ["nameInUse"],
    notRepeatable: true,
  },
  save: {
    method: "PATCH",
    path: "/staff/custodians/:id",
    summary:
      "Changes a custodian. With four eyes on, wider tolerances and booking without a person are proposed, with a reason; the rest is saved.",
    access: staff("admin"),
    params: z.object({ id }),
    body: written.extend({ version: bodyOrdinal, reason: reasonToPropose }),
    answer: z.object({ proposalId: id.nullable() }),
    errors: ["nameInUse", "stateConflict", "proposalOpen"],
  },
  end: {
    method: "POST",
    path: "/staff/custodians/:id/end",
    summary: "Ends a custodian: it sends no files any more. Its accounts and what was booked stay.",
    access: staff("admin"),
    params: z.object({ id }),
    body: z.strictObject({}),
    answer: done,
  },
  restore: {
    method: "POST",
    path: "/staff/custodians/:id/restore",
    summary: "Takes back that a custodian ended.",
    access: staff("admin"),
    params: z.object({ id }),
    body: z.strictObject({}),
    answer: done,
  },
  listCodes: {
    method: "GET",
    path: "/staff/custodians/:id/codes",
    summary: "Staff: what the firm says that a bank's codes mean, by code.",
    access: staff("internal"),
    params: z.object({ id }),
    answer: z.object({ codes: z.array(bankCode), can: z.object({ save: z.boolean() }) }),
  },
  saveCodes: {
    method: "POST",
    path: "/staff/custodians/:id/codes",
    summary: "Says what codes of a bank mean in all later files. What was booked stays as it is.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({ codes: z.array(savedCode).min(1).max(bankCodeLimits.saved) }),
    answer: done,
    errors: ["stateConflict"],
  },
  listAccounts: {
    method: "GET",
    path: "/staff/custodian-accounts",
    summary: "Staff: accounts by custodian and number, of all, of one custodian, or of one holder.",
    access: staff("internal"),
    query: z.object({
      custodian: id.optional(),
      ...ofHolder,
      /** The beginning of a number. */
      number: z.string().max(custodianLimits.number).optional(),
      ...pageQuery,
    }),
    answer: page({ accounts: z.array(account) }),
  },
  linkAccount: {
    method: "POST",
    path: "/staff/custodian-accounts/link",
    summary:
      "Says whose an account is: a client's from now on, also if it was another's before. With four eyes on it is proposed, with a reason.",
    access: staff("office"),
    body: z.strictObject({
      custodian: bodyId,
      number,
      currency: knownCurrency.nullable().default(null),
      holder_type: holderType,
      holder_id: bodyId,
      reason: reasonToPropose,
    }),
    answer: writtenOrProposed,
    errors: ["stateConflict", "proposalOpen", "inUse", "isStaff"],
  },
  markAccount: {
    method: "POST",
    path: "/staff/custodian-accounts/mark",
    summary: "Says of an account that no client has that it is pooled, the firm's own, or none of the firm's.",
    access: staff("office"),
    body: z.strictObject({
      custodian: bodyId,
      number,
      currency: knownCurrency.nullable().default(null),
      purpose: z.enum(["pooled", "own", "foreign"]),
      reason: writtenText(messageMaxLength),
    }),
    answer: z.object({ id }),
    errors: ["stateConflict", "proposalOpen", "inUse"],
  },
  endAccount: {
    method: "POST",
    path: "/staff/custodian-accounts/:id/end",
    summary: "Closes an account: files that name it are refused. What was booked stays.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({ version: bodyOrdinal, reason: writtenText(messageMaxLength) }),
    answer: done,
    errors: ["stateConflict"],
  },
  listUnknownAccounts: {
    method: "GET",
    path: "/staff/custodian-accounts/unknown",
    summary: "Staff: account numbers of files that nobody has, last seen first.",
    access: staff("internal"),
    query: z.object(pageQuery),
    answer: page({ accounts: z.array(unknownAccount) }),
  },
});

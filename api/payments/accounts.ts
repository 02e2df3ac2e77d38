/** A holder's bank accounts: where the firm pays what the holder withdraws. */
import { z } from "zod";
import { defineEndpoints, holder, staff } from "../endpoint.ts";
import { messageMaxLength } from "../rules/limits.ts";
import {
  bodyId,
  currencyCode,
  day,
  holderParams,
  holderType,
  id,
  idAndName,
  instant,
  ofColleague,
  page,
  pageQuery,
  reasonToPropose,
} from "../shapes.ts";
import { writtenText } from "../written-text.ts";

/** `new`: waits for the firm. Money goes only to a confirmed account whose waiting time is over. */
export const accountStates = ["new", "confirmed", "refused"] as const;
/** Answers of a verification of payee; `notPossible` is no refusal. */
export const nameCheckAnswers = ["match", "closeMatch", "noMatch", "notPossible"] as const;

export const bankAccount = z.object({
  id,
  /** The client's own label, or empty. */
  name: z.string(),
  /** Null for an account of a country without IBANs, which has number, BIC, bank and country. */
  iban: z.string().nullable(),
  number: z.string().nullable(),
  bic: z.string().nullable(),
  bank: z.string().nullable(),
  /** ISO 3166 alpha-2, of an account without IBAN. */
  country: z.string().nullable(),
  currency: currencyCode,
  owner: z.string(),
  state: z.enum(accountStates),
  /** Why the firm refused it; for the client. */
  refusal: z.string().nullable(),
  isDefault: z.boolean(),
  /** No money goes there before. */
  usable_from: instant,
  isWaiting: z.boolean(),
  /** The owner's name compared by the account's bank; null if nobody was asked. `name`: the bank's, of a close match. */
  nameCheck: z.object({ answer: z.enum(nameCheckAnswers), name: z.string().nullable(), day }).nullable(),
  /** An approved form named it. */
  fromForm: z.boolean(),
  /** An open request pays to it: it cannot be removed or changed until then. */
  isInUse: z.boolean(),
  created_at: instant,
  changed_at: instant,
  /** For staff: who added it and who last changed it; null for others. */
  created_by: idAndName.nullable(),
  changed_by: idAndName.nullable(),
  /** Whether the reader may confirm or refuse it. */
  can: z.object({ decide: z.boolean() }),
});
export type BankAccount = z.infer<typeof bankAccount>;

const text = z.string().max(200).nullish();
const ignored = z.unknown().optional();
/** One account as typed; what it must satisfy is in api/rules/bank-accounts.ts. */
const accountInput = z.strictObject({
  id: bodyId.nullish(),
  name: text,
  iban: text,
  number: text,
  bic: text,
  bank: text,
  country: text,
  currency: text,
  owner: text,
  isDefault: z.boolean().default(false),
  // What the portal keeps: a list can be written back as it was read, and these say nothing.
  state: ignored,
  refusal: ignored,
  usable_from: ignored,
  isWaiting: ignored,
  nameCheck: ignored,
  fromForm: ignored,
  isInUse: ignored,
  created_at: ignored,
  changed_at: ignored,
  created_by: ignored,
  changed_by: ignored,
  can: ignored,
});
export type AccountBody = z.input<typeof accountInput>;

const accountList = z.object({
  accounts: z.array(bankAccount),
  /** Changes with each change of the list, for the next write. */
  version: z.number().int(),
  /** Names of which one must be in the owner's name. */
  names: z.array(z.string()),
  /** Hours that a new or changed account waits, and after a reset of the password. */
  waitHours: z.number().int(),
  waitHoursAfterReset: z.number().int(),
  can: z.object({ save: z.boolean() }),
});
export type AccountList = z.infer<typeof accountList>;

const queuedAccount = bankAccount.extend({ holder_type: holderType, holder_id: id, holderName: z.string() });
export type QueuedAccount = z.infer<typeof queuedAccount>;

export const accountCalls = defineEndpoints({
  listAccounts: {
    method: "GET",
    path: "/bank-account/:holderType/:holderId",
    summary: "The holder's bank accounts.",
    access: holder("internal"),
    params: holderParams,
    answer: accountList,
  },
  saveAccounts: {
    method: "POST",
    path: "/bank-account/:holderType/:holderId",
    summary:
      "Rewrites the holder's list: the holder with a fresh one-time code (`freshCodeNeeded` says that nothing else is missing), office on their behalf; with four eyes on, office's change becomes a proposal.",
    access: holder("office"),
    params: holderParams,
    body: z.strictObject({
      accounts: z.array(accountInput).max(50),
      /**
       * The list's version from which it was made: `stateConflict` if the list has changed since. Not given: an account that is on the list may
       * only stay as it is.
       */
      version: z.int().min(0).nullish(),
      reason: reasonToPropose,
    }),
    answer: accountList.extend({ proposalId: id.nullable() }),
    errors: ["stateConflict", "inUse", "freshCodeNeeded", "coolingOff", "proposalOpen"],
    rateLimits: [{ tries: 60, seconds: 3600, per: { field: "holderId" } }],
  },
  requestAccountsCode: {
    method: "POST",
    path: "/bank-account/:holderType/:holderId/code",
    summary:
      "Mails a one-time code that confirms this list alone; `for` goes to check-validation with the code. Null for office, whose codes are their app's.",
    access: holder("office"),
    params: holderParams,
    body: z.strictObject({ accounts: z.array(accountInput).max(50) }),
    answer: z.object({ for: z.string().nullable() }),
    errors: ["coolingOff", "stateConflict", "inUse"],
    rateLimits: [{ tries: 10, seconds: 900, per: { field: "holderId" } }],
  },
  decideAccount: {
    method: "PATCH",
    path: "/bank-account/:holderType/:holderId/:accountId",
    summary:
      "Staff: confirms a new account, or refuses it with a reason for the client; with four eyes on, this becomes a proposal.",
    access: staff("office"),
    params: holderParams.extend({ accountId: id }),
    body: z.discriminatedUnion("state", [
      z.strictObject({ state: z.literal("confirmed"), reason: reasonToPropose }),
      z.strictObject({ state: z.literal("refused"), reason: writtenText(messageMaxLength) }),
    ]),
    answer: bankAccount.extend({ proposalId: id.nullable() }),
    errors: ["stateConflict", "fourEyes", "proposalOpen"],
  },
  listNewAccounts: {
    method: "GET",
    path: "/staff/bank-accounts",
    summary: "Staff: new accounts of all clients that wait to be confirmed, oldest first.",
    access: staff("internal"),
    query: z.object({ ...ofColleague, ...pageQuery }),
    answer: page({ accounts: z.array(queuedAccount), open: z.number().int() }),
  },
});

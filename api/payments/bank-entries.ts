/** Entries of the accounts where clients' money lies together: booked for a client, the firm's own, or waiting for a person. */
import { z } from "zod";
import { defineEndpoints, staff } from "../endpoint.ts";
import { bankEntryStates } from "../rules/bank-entries.ts";
import { messageMaxLength } from "../rules/limits.ts";
import { bodyId, currencyCode, day, decimal, holderType, id, instant, page, pageQuery } from "../shapes.ts";

const reason = z.string().trim().min(1).max(messageMaxLength);

const bankEntry = z.object({
  id,
  account: z.string(),
  bank: z.string(),
  day,
  currency: currencyCode,
  /** Signed: above zero, it came into the account. */
  amount: decimal,
  counterparty: z.string().nullable(),
  counterpartyAccount: z.string().nullable(),
  ownReference: z.string().nullable(),
  text: z.string(),
  code: z.string().nullable(),
  /** The bank takes back what it booked; why, if it says so. */
  isReversal: z.boolean(),
  returnReason: z.string().nullable(),
  state: z.enum(bankEntryStates),
  /** For whom it is booked. */
  holder: z.object({ holder_type: holderType, holder_id: id, name: z.string() }).nullable(),
  /** Who decided it and why; null of what is open or was found by its reference. */
  decided: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  can: z.object({ assign: z.boolean(), keep: z.boolean(), reopen: z.boolean() }),
});
export type BankEntry = z.infer<typeof bankEntry>;

const changed = z.object({ state: z.enum(bankEntryStates) });

export const bankEntryCalls = defineEndpoints({
  listBankEntries: {
    method: "GET",
    path: "/bank-entries",
    summary: "Staff: entries of pooled accounts; the open ones oldest first, those dealt with newest first.",
    access: staff("internal"),
    query: z.object({ state: z.enum(bankEntryStates).default("open"), ...pageQuery }),
    answer: page({ entries: z.array(bankEntry), open: z.number().int() }),
  },
  assignBankEntry: {
    method: "POST",
    path: "/bank-entries/:entryId/assign",
    summary: "Staff: books an entry of a pooled account for a client, with a reason.",
    access: staff("office"),
    params: z.object({ entryId: id }),
    body: z.strictObject({ holderType, holderId: bodyId, reason }),
    answer: changed,
    errors: ["stateConflict", "fourEyes", "fileRefused"],
  },
  keepBankEntry: {
    method: "POST",
    path: "/bank-entries/:entryId/keep",
    summary: "Staff: says with a reason that an entry of a pooled account is the firm's own.",
    access: staff("office"),
    params: z.object({ entryId: id }),
    body: z.strictObject({ reason }),
    answer: changed,
    errors: ["stateConflict"],
  },
  reopenBankEntry: {
    method: "POST",
    path: "/bank-entries/:entryId/reopen",
    summary: "Staff: takes back what was decided about an entry; what was booked for a client is reversed.",
    access: staff("office"),
    params: z.object({ entryId: id }),
    body: z.strictObject({ reason }),
    answer: changed,
    errors: ["stateConflict", "fourEyes", "fileRefused"],
  },
});

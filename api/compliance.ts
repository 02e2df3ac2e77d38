/** What a compliance officer asks for that no other list answers. The rest is answered by the audit log and other pages. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { requestStates } from "./rules/transaction-requests.ts";
import {
  currencyCode,
  day,
  decimal,
  holderParams,
  id,
  instant,
  namedHolder,
  page,
  pageQuery,
  recordedDay,
} from "./shapes.ts";

const days = (usual: number) => z.coerce.number().int().min(1).max(730).default(usual);

const paper = z.object({
  holder: namedHolder,
  /** `form`: an identity document in the approved form, whose soonest day counts. */
  kind: z.enum(["form", "document"]),
  /** Of a document. */
  id: id.nullable(),
  title: z.string().nullable(),
  expires: day,
  /** When the client was asked for a new one; null if not, and for documents. */
  askedAt: instant.nullable(),
});
export type ExpiringPaper = z.infer<typeof paper>;

const youngWithdrawal = z.object({
  id,
  holder: namedHolder,
  at: instant,
  sum: decimal.nullable(),
  currency: currencyCode.nullable(),
  state: z.enum(requestStates),
  account: z.object({
    id,
    name: z.string(),
    owner: z.string(),
    number: z.string(),
    /** When it was added, or its owner or bank was changed last before the withdrawal. */
    since: instant,
    changed: z.boolean(),
  }),
  /** Age of the account when the withdrawal was asked for. */
  ageHours: z.number().int(),
});
export type YoungWithdrawal = z.infer<typeof youngWithdrawal>;

export const mailStates = ["waiting", "failing", "handed", "delayed", "expired", "failed"] as const;
const clientMail = z.object({
  id: z.uuid(),
  address: z.string(),
  /** The name of the mail, such as `news`. */
  kind: z.string(),
  subject: z.string(),
  at: instant,
  /**
   * `waiting`: not taken by the mail server yet. `failing`: it refused at the last attempt. `handed`: taken, and nothing was
   * reported since. The others: as the mail server reported it later.
   */
  state: z.enum(mailStates),
  stateAt: instant.nullable(),
  /** In the mail server's words. */
  reason: z.string().nullable(),
});
export type ClientMail = z.infer<typeof clientMail>;

export const compliance = defineEndpoints({
  listExpiring: {
    method: "GET",
    path: "/staff/compliance/expiring",
    summary:
      "Papers that expire within so many days, soonest first: documents from today on, and identity documents of approved forms, also those that have expired.",
    access: staff("admin"),
    fromReplica: true,
    query: z.object({ days: days(60), ...pageQuery }),
    answer: page({ papers: z.array(paper) }),
  },
  listYoungWithdrawals: {
    method: "GET",
    path: "/staff/compliance/withdrawals",
    summary:
      "Withdrawals to bank accounts that were younger than so many days when they were asked for, newest first; of a period of days.",
    access: staff("admin"),
    fromReplica: true,
    query: z.object({ days: days(7), from: recordedDay.optional(), to: recordedDay.optional(), ...pageQuery }),
    answer: page({ withdrawals: z.array(youngWithdrawal) }),
  },
  listMails: {
    method: "GET",
    path: "/staff/compliance/mails/:holderType/:holderId",
    summary:
      "Mails to a client, newest first: when, to which address, of which kind, with which subject, and what became of them.",
    access: staff("admin"),
    fromReplica: true,
    params: holderParams,
    query: z.object({ ...pageQuery }),
    answer: page({ mails: z.array(clientMail) }),
  },
});

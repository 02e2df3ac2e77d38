/** What a compliance officer asks for. */
import type { ClientMail, compliance, ExpiringPaper, YoungWithdrawal } from "@portico/api/compliance.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { RequestState } from "@portico/api/rules/transaction-requests.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { getHolder } from "../holders/holders.ts";
import { dayStarts, firmDay } from "../settings/firm-day.ts";
import {
  countExpiringPapers,
  findExpiring,
  findMails,
  findYoungWithdrawals,
  type MailRow,
  type PaperRow,
  paperOrder,
  type WithdrawalRow,
} from "./compliance.queries.ts";

type Calls = typeof compliance;
type Query<Name extends keyof Calls> = Parsed<Calls[Name]>["query"];

const named = (row: { holder_type: Holder["holderType"]; holder_id: number; holder_name: string | null }) => ({
  holder_type: row.holder_type,
  holder_id: row.holder_id,
  name: row.holder_name ?? "",
});

export async function listExpiring(
  context: Context,
  { days, cursor, limit }: Query<"listExpiring">,
): Promise<Answer<Calls["listExpiring"]>> {
  const { today } = await firmDay(context.db, context.now());
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: "expiring" },
    (page) => findExpiring(context.db, { today, until: addDays(today, days) }, page),
    (row) => [paperOrder(row), row.key],
  );
  return { papers: rows.map(toPaper), nextCursor };
}

/** How many papers the list of so many days has. */
export async function countExpiring({ db, now }: Context, days: number): Promise<number> {
  const { today } = await firmDay(db, now());
  return countExpiringPapers(db, { today, until: addDays(today, days) });
}

const toPaper = (row: PaperRow): ExpiringPaper => ({
  holder: named(row),
  kind: row.kind,
  id: row.kind === "document" ? row.key : null,
  title: row.title,
  expires: row.expires,
  askedAt: row.asked_at?.toISOString() ?? null,
});

export async function listYoungWithdrawals(
  context: Context,
  { days, from, to, cursor, limit }: Query<"listYoungWithdrawals">,
): Promise<Answer<Calls["listYoungWithdrawals"]>> {
  const { timeZone } = await firmDay(context.db, context.now());
  const startOf = dayStarts(timeZone);
  const period = {
    days,
    from: from === undefined ? undefined : startOf(from),
    before: to === undefined ? undefined : startOf(addDays(to, 1)),
  };
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: "youngWithdrawals", key: "moment" },
    (page) => findYoungWithdrawals(context.db, period, page),
    (row) => [row.created_at, row.id],
  );
  return { withdrawals: rows.map(toWithdrawal), nextCursor };
}

const hourMs = 3_600_000;

const toWithdrawal = (row: WithdrawalRow): YoungWithdrawal => ({
  id: row.id,
  holder: named(row),
  at: row.created_at.toISOString(),
  sum: row.sum,
  currency: row.currency,
  state: row.state as RequestState,
  account: {
    id: row.account_id,
    name: row.account_name,
    owner: row.owner,
    number: row.number,
    since: row.since.toISOString(),
    changed: row.changed,
  },
  ageHours: Math.floor((row.created_at.getTime() - row.since.getTime()) / hourMs),
});

export async function listMails(
  context: Context,
  holder: Holder,
  { cursor, limit }: Query<"listMails">,
): Promise<Answer<Calls["listMails"]>> {
  await getHolder(context.db, holder);
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: "mails", key: "moment" },
    (page) => findMails(context.db, holder, page),
    (row) => [row.sent_at, row.key],
  );
  return { mails: rows.map(toMail), nextCursor };
}

function stateOf({ returned, handed_at, failure }: MailRow): ClientMail["state"] {
  if (returned !== null) return returned;
  if (handed_at !== null) return "handed";
  return failure === null ? "waiting" : "failing";
}

const toMail = (row: MailRow): ClientMail => ({
  id: row.message_id,
  address: row.address,
  kind: row.template,
  subject: row.subject,
  at: row.sent_at.toISOString(),
  state: stateOf(row),
  stateAt: (row.returned_at ?? row.handed_at)?.toISOString() ?? null,
  reason: row.returned === null ? row.failure : row.returned_reason,
});

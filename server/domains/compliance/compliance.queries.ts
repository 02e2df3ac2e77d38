/** SQL of what a compliance officer asks for. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";
import { holderName } from "../holders/holders.ts";

interface Page {
  after: { value: string; id: number } | undefined;
  limit: number;
}

export interface PaperRow {
  kind: "form" | "document";
  /** Decides among papers of one day and kind. */
  key: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  holder_name: string | null;
  title: string | null;
  expires: string;
  asked_at: Date | null;
}

/** What papers are ordered by beside their key: the day, then documents before forms. */
export const paperOrder = ({ expires, kind }: Pick<PaperRow, "expires" | "kind">): string => `${expires} ${kind}`;

/** Papers of clients up to a day, soonest first; documents from `today` on. */
export async function findExpiring(
  db: Db,
  { today, until }: { today: string; until: string },
  { after, limit }: Page,
): Promise<PaperRow[]> {
  const [day = "", kind = ""] = after?.value.split(" ") ?? [];
  const beyond = (own: PaperRow["kind"], expires: string, key: string) =>
    after
      ? sql`and ${sql.raw(expires)} >= ${day}::date
          and (${sql.raw(expires)}, ${own}::text, ${sql.raw(key)}) > (${day}::date, ${kind}::text, ${after.id}::bigint)`
      : sql``;
  const formKey = "form_expiry.holder_id * 2 + (form_expiry.holder_type = 'company')::int";
  const { rows } = await sql<PaperRow>`
    select kind, key, holder_type, holder_id, title, to_char(expires, 'YYYY-MM-DD') as expires, asked_at,
      ${sql.raw(holderName("paper.holder_type", "paper.holder_id"))} as holder_name
    from (
      (select 'document' as kind, id as key, holder_type, holder_id, title, valid_until as expires,
         null::timestamptz as asked_at
       from document where deleted_at is null and valid_until between ${today}::date and ${until}::date
         ${beyond("document", "valid_until", "id")}
       order by valid_until, id limit ${limit})
      union all
      (select 'form', ${sql.raw(formKey)}, holder_type, holder_id, null, expires_on, asked_at
       from form_expiry where expires_on <= ${until}::date ${beyond("form", "expires_on", formKey)}
       order by expires_on, ${sql.raw(formKey)} limit ${limit})
    ) as paper
    order by paper.expires, kind, key limit ${limit}`.execute(db);
  return rows;
}

/** How many papers `findExpiring` finds in all. */
export async function countExpiringPapers(db: Db, { today, until }: { today: string; until: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from document where deleted_at is null and valid_until between ${today}::date and ${until}::date)
      + (select count(*)::int from form_expiry where expires_on <= ${until}::date) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface WithdrawalRow {
  id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  holder_name: string | null;
  created_at: Date;
  state: string;
  sum: string | null;
  currency: string | null;
  account_id: number;
  account_name: string;
  owner: string;
  number: string;
  since: Date;
  changed: boolean;
}

/** Withdrawals of a period to accounts that were younger than so many days, newest first. `from` is included, `before` not. */
export async function findYoungWithdrawals(
  db: Db,
  { days, from, before }: { days: number; from: string | undefined; before: string | undefined },
  { after, limit }: Page,
): Promise<WithdrawalRow[]> {
  const { rows } = await sql<WithdrawalRow>`
    select request.id, request.holder_type, request.holder_id, request.created_at, request.state,
      request.transaction_info ->> 'sum' as sum, request.transaction_info ->> 'currency' as currency,
      account.id as account_id, account.name as account_name, account.owner, coalesce(account.iban, account.number) as number,
      age.since, age.since > account.created_at as changed,
      ${sql.raw(holderName("request.holder_type", "request.holder_id"))} as holder_name
    from transaction_request request
      join bank_account account on account.id = (request.transaction_info ->> 'accountId')::bigint
      cross join lateral (select case when account.changed_at <= request.created_at
        then greatest(account.created_at, account.changed_at) else account.created_at end as since) age
    where request.type = 'withdrawal' and request.created_at < age.since + make_interval(days => ${days})
      ${from === undefined ? sql`` : sql`and request.created_at >= ${from}::timestamptz`}
      ${before === undefined ? sql`` : sql`and request.created_at < ${before}::timestamptz`}
      ${after ? sql`and (request.created_at, request.id) < (${after.value}::timestamptz, ${after.id}::bigint)` : sql``}
    order by request.created_at desc, request.id desc limit ${limit}`.execute(db);
  return rows;
}

export interface MailRow {
  message_id: string;
  address: string;
  template: string;
  subject: string;
  sent_at: Date;
  handed_at: Date | null;
  failure: string | null;
  returned: "delayed" | "expired" | "failed" | null;
  returned_reason: string | null;
  returned_at: Date | null;
  /** Decides among mails of the same instant. */
  key: number;
}

/** A number of the message id, for cursors. */
const mailKey = sql`('x' || left(replace(message_id::text, '-', ''), 13))::bit(52)::bigint`;

/** Mails to or about a holder, newest first. */
export async function findMails(db: Db, { holderType, holderId }: Holder, { after, limit }: Page): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    select message_id, address, template, subject, sent_at, handed_at, failure, returned, returned_reason, returned_at,
      ${mailKey} as key
    from client_mail where holder_type = ${holderType} and holder_id = ${holderId}
      ${
        after
          ? sql`and sent_at <= ${after.value}::timestamptz
              and (sent_at, ${mailKey}) < (${after.value}::timestamptz, ${after.id}::bigint)`
          : sql``
      }
    order by sent_at desc, ${mailKey} desc limit ${limit}`.execute(db);
  return rows;
}

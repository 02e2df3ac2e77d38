/** SQL of what a firm has set up. */
import type { SettingName } from "@portico/api/settings/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface SetUpFacts {
  pages: string[] | null;
  templates: boolean;
  funds: boolean;
  custodian: boolean;
  imported: boolean;
  broughtIn: boolean;
  prices: boolean;
  rates: boolean;
  /** Those who signed in, and all. */
  signedInAdmins: number;
  admins: number;
  signedInColleagues: number;
  colleagues: number;
  mailArrived: boolean;
}

/** What is there of each kind; `server`: the host of the mail server in use. */
export async function findFacts(db: Db, server: string): Promise<SetUpFacts> {
  const { rows } = await sql<SetUpFacts>`
    select
      (select array_agg(subject) from content_version where kind = 'page' and state = 'published') as pages,
      exists (select from contract_template where state = 'inUse') as templates,
      exists (select from target_definition where state = 'published') as funds,
      exists (select from custodian where ended_at is null) as custodian,
      exists (select from import where state = 'confirmed' and kind not in ('prices', 'rates')) as imported,
      exists (select from client_invitation) as "broughtIn",
      exists (select from price) as prices,
      exists (select from fx_rate) as rates,
      people.*,
      exists (select from mail_test where arrived_at is not null and server = ${server}) as "mailArrived"
    from (
      select count(*) filter (where role = 'admin' and entered)::int as "signedInAdmins",
        count(*) filter (where role = 'admin')::int as admins,
        count(*) filter (where role <> 'admin' and entered)::int as "signedInColleagues",
        count(*) filter (where role <> 'admin')::int as colleagues
      from (
        select role, exists (select from session where user_id = app_user.id)
          or exists (select from sign_in where user_id = app_user.id) as entered
        from app_user where role <> 'client' and state <> 'disabled') staff) people`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error("counts of a table give one row");
  return facts;
}

/** When each of the settings was saved last, by whom, and what; those that nobody saved are missing. */
export async function findSaves(db: Db, names: readonly SettingName[]) {
  const { rows } = await sql<{ name: SettingName; at: Date; by: string | null; data: unknown }>`
    select setting.name, setting.updated_at as at, app_user.name as by, setting.data
    from setting left join app_user on app_user.id = setting.updated_by
    where setting.name = any(${[...names]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.name, row]));
}

export async function findRecipient(trx: Trx, userId: number) {
  return trx
    .selectFrom("app_user")
    .select(["email", "name", sql<string | null>`preferences->>'language'`.as("language")])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

export const insertMailTest = (trx: Trx, one: { codeHash: Buffer; server: string; sentBy: number }): Promise<unknown> =>
  sql`insert into mail_test (code_hash, server, sent_by) values (${one.codeHash}, ${one.server}, ${one.sentBy})`.execute(
    trx,
  );

/** Notes the arrival of one that waits: its id, or undefined. Links are followed within a day. */
export async function markArrived(trx: Trx, codeHash: Buffer, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update mail_test set arrived_at = ${now}
    where code_hash = ${codeHash} and arrived_at is null and sent_at > ${now}::timestamptz - interval '1 day'
    returning id`.execute(trx);
  return rows[0]?.id;
}

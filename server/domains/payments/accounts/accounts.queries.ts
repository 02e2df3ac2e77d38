/** SQL of bank accounts. */
import type { BankAccount } from "@portico/api/payments/accounts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { isOfColleague } from "../../holders/assigned.ts";

type NameCheckAnswer = NonNullable<BankAccount["nameCheck"]>["answer"];

export interface AccountRow {
  id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  place: number;
  name: string;
  iban: string | null;
  number: string | null;
  bic: string | null;
  bank: string | null;
  country: string | null;
  currency: string;
  owner: string;
  state: BankAccount["state"];
  refusal: string | null;
  is_default: boolean;
  usable_from: Date;
  name_check: NameCheckAnswer | null;
  name_check_name: string | null;
  name_checked_at: Date | null;
  form_revision_id: number | null;
  created_by: number;
  created_at: Date;
  changed_by: number;
  changed_at: Date;
  decided_by: number | null;
  decided_at: Date | null;
  removed_at: Date | null;
}

const columns = sql`id, holder_type, holder_id, place, name, iban, number, bic, bank, country, currency, owner, state,
  refusal, is_default, usable_from, name_check, name_check_name, name_checked_at, form_revision_id, created_by,
  created_at, changed_by, changed_at, decided_by, decided_at, removed_at`;

/** The accounts on the holder's list, in its order. */
export async function findAccounts(db: Db, holder: Holder): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from bank_account where ${ofHolder(holder)} and removed_at is null order by place, id`.execute(
    db,
  );
  return rows;
}

export async function findAccountsById(db: Db, holder: Holder, ids: readonly number[]): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from bank_account where ${ofHolder(holder)} and id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** All accounts that the holder ever had, newest first. */
export async function findFormerAccounts(db: Db, holder: Holder): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from bank_account where ${ofHolder(holder)} order by id desc`.execute(db);
  return rows;
}

/** 0 before the first write. */
export async function findVersion(db: Db, holder: Holder): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select version from bank_account_list where ${ofHolder(holder)}`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The list's row, locked against every other write and payment until the transaction ends. */
export async function lockList(
  trx: Trx,
  holder: Holder,
): Promise<{ version: number; form_revision_id: number | null }> {
  const { holderType, holderId } = holder;
  await sql`
    insert into bank_account_list (holder_type, holder_id) values (${holderType}, ${holderId})
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ version: number; form_revision_id: number | null }>`
    select version, form_revision_id from bank_account_list where ${ofHolder(holder)} for update`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("the list was deleted while it was being locked");
  return row;
}

export const raiseVersion = (trx: Trx, holder: Holder) =>
  sql`update bank_account_list set version = version + 1 where ${ofHolder(holder)}`.execute(trx);

export const setFormRevision = (trx: Trx, holder: Holder, revisionId: number) =>
  sql`update bank_account_list set form_revision_id = ${revisionId} where ${ofHolder(holder)}`.execute(trx);

/** One account of the holder, also a removed one; the list stays as it is until the transaction ends. */
export async function lockAccount(trx: Trx, holder: Holder, id: number): Promise<AccountRow | undefined> {
  await sql`select from bank_account_list where ${ofHolder(holder)} for share`.execute(trx);
  const { rows } = await sql<AccountRow>`
    select ${columns} from bank_account where id = ${id} and ${ofHolder(holder)}`.execute(trx);
  return rows[0];
}

/** What a new account has when it is added. */
export interface NewAccount
  extends Pick<
    AccountRow,
    "place" | "name" | "iban" | "number" | "bic" | "bank" | "country" | "currency" | "owner" | "is_default" | "state"
  > {
  usable_from: Date;
  nameCheck: { answer: NameCheckAnswer; name: string | null; at: Date } | null;
  form_revision_id: number | null;
  by: number;
}

export async function insertAccount(
  trx: Trx,
  { holderType, holderId }: Holder,
  account: NewAccount,
): Promise<AccountRow> {
  const { nameCheck, by } = account;
  const { rows } = await sql<AccountRow>`
    insert into bank_account (holder_type, holder_id, place, name, iban, number, bic, bank, country, currency, owner,
      state, is_default, usable_from, name_check, name_check_name, name_checked_at, form_revision_id, created_by,
      changed_by)
    values (${holderType}, ${holderId}, ${account.place}, ${account.name}, ${account.iban}, ${account.number},
      ${account.bic}, ${account.bank}, ${account.country}, ${account.currency}, ${account.owner}, ${account.state},
      ${account.is_default}, ${account.usable_from}, ${nameCheck?.answer ?? null}, ${nameCheck?.name ?? null},
      ${nameCheck?.at ?? null}, ${account.form_revision_id}, ${by}, ${by})
    returning ${columns}`.execute(trx);
  return rows[0] as AccountRow;
}

/** Label, default and place: the account stays what it is. */
export const relabelAccount = (
  trx: Trx,
  id: number,
  { place, name, is_default }: Pick<AccountRow, "place" | "name" | "is_default">,
) =>
  sql`update bank_account set place = ${place}, name = ${name}, is_default = ${is_default} where id = ${id}`.execute(
    trx,
  );

/** Defaults are taken away before others are set, because there is one per currency. */
export const clearDefaults = (trx: Trx, holder: Holder) =>
  sql`update bank_account set is_default = false where ${ofHolder(holder)} and removed_at is null and is_default`.execute(
    trx,
  );

/** Who owns it, or where it is kept, has changed: it is new again, and waits. */
export async function renewAccount(
  trx: Trx,
  id: number,
  change: Pick<AccountRow, "bic" | "bank" | "owner" | "usable_from"> & Pick<NewAccount, "nameCheck" | "by">,
): Promise<AccountRow> {
  const { nameCheck, by } = change;
  const { rows } = await sql<AccountRow>`
    update bank_account set bic = ${change.bic}, bank = ${change.bank}, owner = ${change.owner}, state = 'new',
      refusal = null, usable_from = ${change.usable_from}, name_check = ${nameCheck?.answer ?? null},
      name_check_name = ${nameCheck?.name ?? null}, name_checked_at = ${nameCheck?.at ?? null},
      changed_by = ${by}, changed_at = now(), decided_by = null, decided_at = null
    where id = ${id} and removed_at is null returning ${columns}`.execute(trx);
  return rows[0] as AccountRow;
}

export const removeAccount = (trx: Trx, id: number, by: number) =>
  sql`update bank_account set removed_at = now(), removed_by = ${by}, is_default = false
    where id = ${id} and removed_at is null`.execute(trx);

/** Confirms or refuses a new account; undefined if it is not new any more. */
export async function decideNewAccount(
  trx: Trx,
  holder: Holder,
  id: number,
  decided: { state: "confirmed" | "refused"; refusal: string | null; by: number },
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    update bank_account set state = ${decided.state}, refusal = ${decided.refusal}, decided_by = ${decided.by},
      decided_at = now()
    where id = ${id} and ${ofHolder(holder)} and state = 'new' and removed_at is null
    returning ${columns}`.execute(trx);
  return rows[0];
}

/** Confirms a new account whose row is locked with its list. */
export async function confirmNewAccount(trx: Trx, id: number, { by }: { by: number | null }): Promise<AccountRow> {
  const { rows } = await sql<AccountRow>`
    update bank_account set state = 'confirmed', decided_by = ${by}, decided_at = now()
    where id = ${id} and state = 'new' and removed_at is null returning ${columns}`.execute(trx);
  return rows[0] as AccountRow;
}

/** New accounts of all holders, those that have waited longest first. */
export async function listNewAccounts(
  db: Db,
  page: {
    /** Who is in charge of the client; 0: nobody. */
    assigned: number | undefined;
    after: { value: string; id: number } | undefined;
    limit: number;
  },
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from bank_account
    where state = 'new' and removed_at is null
      ${page.assigned === undefined ? sql`` : sql`and ${isOfColleague("bank_account", page.assigned)}`}
      ${page.after ? sql`and (changed_at, id) > (${page.after.value}::timestamptz, ${page.after.id}::bigint)` : sql``}
    order by changed_at, id limit ${page.limit}`.execute(db);
  return rows;
}

/** Counted up to a cap. */
export async function countNewAccounts(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from bank_account where state = 'new' and removed_at is null limit ${most}) as waiting`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Whether the person's password was reset within the last hours. */
export async function wasResetWithin(db: Db, userId: number, hours: number): Promise<boolean> {
  const { rows } = await sql`
    select from app_user where id = ${userId} and password_reset_at > now() - make_interval(hours => ${hours})`.execute(
    db,
  );
  return rows.length > 0;
}

/** Which of these IBANs are on a client's list. */
export async function findHeldIbans(db: Db, ibans: readonly string[]): Promise<Set<string>> {
  if (ibans.length === 0) return new Set();
  const { rows } = await sql<{ iban: string }>`
    select distinct iban from bank_account where iban = any(${ibans}::text[]) and removed_at is null`.execute(db);
  return new Set(rows.map(({ iban }) => iban));
}

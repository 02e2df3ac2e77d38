/** SQL of the lists of accounts: those that are somebody's, and numbers of files that nobody has. */
import type { AccountPurpose } from "@portico/api/rules/custodians.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface ListedAccount {
  id: number;
  custodian_id: number;
  custodian: string;
  number: string;
  currency: string | null;
  purpose: AccountPurpose;
  holder_type: Holder["holderType"] | null;
  holder_id: number | null;
  holder_name: string | null;
  reason: string | null;
  linked_at: Date;
  linked_by: string | null;
  first_seen_at: Date | null;
  ended_at: Date | null;
  version: number;
}

/** A text as the beginning of a pattern, without its own wildcards. */
const startsWith = (text: string): string => `${text.replace(/[\\%_]/g, "\\$&")}%`;

/** In the order in which they were first linked, the last first. */
export async function listAccountRows(
  db: Db,
  query: {
    custodian: number | undefined;
    holder: Holder | undefined;
    number: string | undefined;
    before: number | undefined;
    limit: number;
  },
): Promise<ListedAccount[]> {
  const { rows } = await sql<ListedAccount>`
    select account.id, account.custodian_id, custodian.name as custodian, account.number, account.currency, account.purpose,
      account.holder_type, account.holder_id, coalesce(holder_user.name, company.name) as holder_name, account.reason, account.linked_at,
      linker.name as linked_by, account.first_seen_at, account.ended_at, account.version
    from custodian_account as account join custodian on custodian.id = account.custodian_id
      left join app_user as holder_user on account.holder_type = 'user' and holder_user.id = account.holder_id
      left join company on account.holder_type = 'company' and company.id = account.holder_id
      left join app_user as linker on linker.id = account.linked_by
    where true
      ${query.custodian === undefined ? sql`` : sql`and account.custodian_id = ${query.custodian}`}
      ${query.holder ? sql`and account.holder_type = ${query.holder.holderType} and account.holder_id = ${query.holder.holderId}` : sql``}
      ${query.number ? sql`and account.number like ${startsWith(query.number)}` : sql``}
      ${query.before === undefined ? sql`` : sql`and account.id < ${query.before}`}
    order by account.id desc limit ${query.limit}`.execute(db);
  return rows;
}

export interface SeenAccount {
  number: string;
  entries: number;
}

/** Records numbers of a file that nobody has; the same file read again is one. */
export async function recordUnknown(
  trx: Trx,
  seen: readonly SeenAccount[],
  file: { custodianId: number | null; name: string; sha256: Buffer; importId: number },
): Promise<void> {
  if (seen.length === 0) return;
  await sql`
    insert into unknown_account as known (custodian_id, number, entries, first_file, last_file, last_sha256, last_import_id)
    select ${file.custodianId}::bigint, one.number, one.entries, ${file.name}, ${file.name}, ${file.sha256}, ${file.importId}
    from unnest(${seen.map(({ number }) => number)}::text[], ${seen.map(({ entries }) => entries)}::int[]) as one (number, entries)
    on conflict (coalesce(custodian_id, 0), number) do update set
      files = known.files + case when known.last_sha256 = excluded.last_sha256 then 0 else 1 end, entries = excluded.entries,
      last_file = excluded.last_file, last_sha256 = excluded.last_sha256, last_import_id = excluded.last_import_id, last_seen_at = now()`.execute(
    trx,
  );
}

/** Nobody has the number: no account of this custodian, or of any if it is not known whose, and no client number. */
const isOpen: RawBuilder<boolean> = sql`
  not exists (select from custodian_account as account where account.number = seen.number
    and (seen.custodian_id is null or account.custodian_id = seen.custodian_id))
  and not exists (select from holder_account where upper(holder_account.client_number) = seen.number)`;

export interface UnknownRow {
  id: number;
  custodian_id: number | null;
  custodian: string | null;
  number: string;
  files: number;
  entries: number;
  first_file: string;
  first_seen_at: Date;
  last_file: string;
  last_import_id: number | null;
  last_seen_at: Date;
}

/** Last seen first. */
export async function listUnknownRows(
  db: Db,
  { after, limit }: { after: { value: string; id: number } | undefined; limit: number },
): Promise<UnknownRow[]> {
  const { rows } = await sql<UnknownRow>`
    select seen.id, seen.custodian_id, custodian.name as custodian, seen.number, seen.files, seen.entries, seen.first_file,
      seen.first_seen_at, seen.last_file, seen.last_import_id, seen.last_seen_at
    from unknown_account as seen left join custodian on custodian.id = seen.custodian_id
    where ${isOpen} ${after ? sql`and (seen.last_seen_at, seen.id) < (${after.value}::timestamptz, ${after.id}::bigint)` : sql``}
    order by seen.last_seen_at desc, seen.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countUnknown(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from unknown_account as seen where ${isOpen}`.execute(db);
  return rows[0]?.count ?? 0;
}

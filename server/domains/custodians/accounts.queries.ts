/** SQL of accounts at custodians. */
import type { AccountPurpose } from "@portico/api/rules/custodians.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { oneRow } from "../../kernel/one-row.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface AccountRow {
  id: number;
  custodianId: number;
  number: string;
  currency: string | null;
  purpose: AccountPurpose;
  holderType: Holder["holderType"] | null;
  holderId: number | null;
  ownIds: boolean;
  endedAt: Date | null;
  version: number;
}

const columns = sql`account.id, account.custodian_id as "custodianId", account.number, account.currency, account.purpose,
  account.holder_type as "holderType", account.holder_id as "holderId", account.own_ids as "ownIds", account.ended_at as "endedAt",
  account.version`;

/** The account of this number, locked until the transaction ends. */
export async function lockAccount(trx: Trx, custodianId: number, number: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from custodian_account as account
    where account.custodian_id = ${custodianId} and account.number = ${number} for update`.execute(trx);
  return rows[0];
}

export async function lockAccountById(trx: Trx, id: number): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from custodian_account as account where account.id = ${id} for update`.execute(trx);
  return rows[0];
}

export interface WrittenAccount {
  custodianId: number;
  number: string;
  currency: string | null;
  purpose: AccountPurpose;
  holder: Holder | null;
  ownIds: boolean;
  reason: string | null;
  by: number | null;
}

/** Adds the account, or gives the one of this number another purpose or holder. Returns its id. */
export async function saveAccount(trx: Trx, one: WrittenAccount): Promise<number> {
  const { holder } = one;
  return oneRow(
    await sql<{ id: number }>`
    insert into custodian_account as account (custodian_id, number, currency, purpose, holder_type, holder_id, own_ids, reason,
      linked_by, first_seen_at)
    values (${one.custodianId}, ${one.number}, ${one.currency}, ${one.purpose}, ${holder?.holderType ?? null}, ${holder?.holderId ?? null},
      ${one.ownIds}, ${one.reason}, ${one.by}, (select min(first_seen_at) from unknown_account
        where number = ${one.number} and coalesce(custodian_id, ${one.custodianId}) = ${one.custodianId}))
    on conflict (custodian_id, number) do update set currency = excluded.currency, purpose = excluded.purpose,
      holder_type = excluded.holder_type, holder_id = excluded.holder_id, own_ids = excluded.own_ids, reason = excluded.reason,
      linked_by = excluded.linked_by, linked_at = now(), ended_at = null, ended_by = null, version = account.version + 1
    returning id`.execute(trx),
  ).id;
}

export async function endAccountRow(
  trx: Trx,
  { id, version }: { id: number; version: number },
  by: number,
): Promise<boolean> {
  const { rows } = await sql`
    update custodian_account set ended_at = now(), ended_by = ${by}, version = version + 1
    where id = ${id} and version = ${version} and ended_at is null returning id`.execute(trx);
  return rows.length > 0;
}

/** The number in a file's preview as it is compared. */
const numberIn = sql`upper(regexp_replace(told ->> 'account', '\\s', '', 'g'))`;

/** Whether confirmed files have booked the account into the holder's ledger; `inForce`: and some of it was not reversed. */
export async function hasBooked(
  db: Db,
  holder: Holder,
  { number, custodianId, inForce }: { number: string; custodianId: number; inForce: boolean },
): Promise<boolean> {
  const { holderType, holderId } = holder;
  const { rows } = await sql`
    select from import
    where state = 'confirmed' and (custodian_id = ${custodianId} or custodian_id is null)
      and jsonb_path_query_array(preview, '$.accounts[*].holder') @> ${JSON.stringify([{ holder_type: holderType, holder_id: holderId }])}::jsonb
      and exists (select from jsonb_array_elements(preview -> 'accounts') as told
        where ${numberIn} = ${number} and told -> 'holder' @> ${JSON.stringify({ holder_type: holderType, holder_id: holderId })}::jsonb)
      ${
        inForce
          ? sql`and exists (select from ledger_entry as booked
              where booked.holder_type = ${holderType} and booked.holder_id = ${holderId} and booked.import_id = import.id
                and booked.kind <> 'reversal'
                and not exists (select from ledger_undone as undone where undone.holder_type = booked.holder_type
                  and undone.holder_id = booked.holder_id and undone.entry_id = booked.id))`
          : sql``
      }
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Accounts of these numbers, of one custodian or of all, with the custodian's name. */
export async function findAccounts(
  db: Db,
  numbers: readonly string[],
): Promise<(AccountRow & { custodian: string; holderName: string | null })[]> {
  if (numbers.length === 0) return [];
  const { rows } = await sql<AccountRow & { custodian: string; holderName: string | null }>`
    select ${columns}, custodian.name as custodian, coalesce(app_user.name, company.name) as "holderName"
    from custodian_account as account join custodian on custodian.id = account.custodian_id
      left join app_user on account.holder_type = 'user' and app_user.id = account.holder_id
      left join company on account.holder_type = 'company' and company.id = account.holder_id
    where account.number = any(${[...numbers]}::text[]) order by account.id`.execute(db);
  return rows;
}

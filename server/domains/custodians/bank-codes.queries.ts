/** SQL of what banks' codes mean to the firm. */
import type { UsedCode } from "@portico/api/custodians/bank-codes.ts";
import type { BankCodeKind } from "@portico/api/rules/custodians.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface BankCodeRow {
  code: string;
  /** Null: not mapped any more. */
  kind: BankCodeKind | null;
  version: number;
}

/** The codes that are mapped, by code. */
export async function listMappedCodes(
  db: Db,
  custodianId: number,
): Promise<(BankCodeRow & { kind: BankCodeKind; savedBy: string; savedAt: Date })[]> {
  const { rows } = await sql<BankCodeRow & { kind: BankCodeKind; savedBy: string; savedAt: Date }>`
    select one.code, one.kind, one.version, app_user.name as "savedBy", one.saved_at as "savedAt"
    from bank_code as one join app_user on app_user.id = one.saved_by
    where one.custodian_id = ${custodianId} and one.kind is not null order by one.code`.execute(db);
  return rows;
}

/** Of several custodians, with their names. */
export async function listCodesByCustodian(
  db: Db,
  custodianIds: readonly number[],
): Promise<Omit<UsedCode, "entries">[]> {
  if (custodianIds.length === 0) return [];
  const { rows } = await sql<Omit<UsedCode, "entries">>`
    select json_build_object('id', custodian.id, 'name', custodian.name) as custodian, one.code, one.kind
    from bank_code as one join custodian on custodian.id = one.custodian_id
    where one.custodian_id = any(${[...custodianIds]}::bigint[]) and one.kind is not null`.execute(db);
  return rows;
}

/** All rows of the custodian, also of codes that are not mapped any more. The custodian is locked by the caller. */
export async function listCodeRows(trx: Trx, custodianId: number): Promise<BankCodeRow[]> {
  const { rows } = await sql<BankCodeRow>`
    select code, kind, version from bank_code where custodian_id = ${custodianId}`.execute(trx);
  return rows;
}

export async function upsertCode(
  trx: Trx,
  custodianId: number,
  { code, kind, by }: Pick<BankCodeRow, "code" | "kind"> & { by: number },
): Promise<void> {
  await sql`
    insert into bank_code (custodian_id, code, kind, saved_by) values (${custodianId}, ${code}, ${kind}, ${by})
    on conflict (custodian_id, code) do update
    set kind = excluded.kind, saved_by = excluded.saved_by, saved_at = now(), version = bank_code.version + 1`.execute(
    trx,
  );
}

/** SQL of custodians. */
import type { Custodian, CustodianContent } from "@portico/api/custodians.ts";
import { type RawBuilder, sql } from "kysely";
import { oneRow } from "../../kernel/one-row.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** A custodian as it is stored, with its content in the names of the API. */
export type CustodianRow = Omit<Custodian, "accounts" | "can" | "ended_at"> & { ended_at: Date | null };

const columns = sql`id, name, kind, country, other_names, formats, day_basis, confirmations,
  trim_scale(quantity_tolerance)::text as quantity_tolerance, trim_scale(cash_tolerance)::text as cash_tolerance, automatic, version, ended_at`;

/** By name, those that ended last. */
export async function listCustodianRows(db: Db): Promise<(CustodianRow & { accounts: number })[]> {
  const { rows } = await sql<CustodianRow & { accounts: number }>`
    select ${columns}, (select count(*)::int from custodian_account
      where custodian_id = custodian.id and holder_id is not null and ended_at is null) as accounts
    from custodian order by ended_at is not null, lower(name)`.execute(db);
  return rows;
}

export async function findCustodian(db: Db, id: number): Promise<CustodianRow | undefined> {
  const { rows } = await sql<CustodianRow>`select ${columns} from custodian where id = ${id}`.execute(db);
  return rows[0];
}

/** Locked until the transaction ends. */
export async function lockCustodian(trx: Trx, id: number): Promise<CustodianRow | undefined> {
  const { rows } = await sql<CustodianRow>`select ${columns} from custodian where id = ${id} for update`.execute(trx);
  return rows[0];
}

const texts = (values: readonly string[]): RawBuilder<string[]> => sql`${[...values]}::text[]`;

export async function insertCustodian(trx: Trx, content: CustodianContent, by: number | null): Promise<number> {
  return oneRow(
    await sql<{ id: number }>`
    insert into custodian (name, kind, country, other_names, formats, day_basis, confirmations, quantity_tolerance, cash_tolerance,
      automatic, created_by)
    values (${content.name}, ${content.kind}, ${content.country}, ${texts(content.other_names)}, ${texts(content.formats)},
      ${content.day_basis}, ${content.confirmations}, ${content.quantity_tolerance}, ${content.cash_tolerance}, ${content.automatic}, ${by})
    returning id`.execute(trx),
  ).id;
}

/** Undefined if it is not of this version any more. */
export async function updateCustodian(
  trx: Trx,
  { id, version }: { id: number; version: number },
  content: CustodianContent,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    update custodian set name = ${content.name}, kind = ${content.kind}, country = ${content.country},
      other_names = ${texts(content.other_names)}, formats = ${texts(content.formats)}, day_basis = ${content.day_basis},
      confirmations = ${content.confirmations}, quantity_tolerance = ${content.quantity_tolerance},
      cash_tolerance = ${content.cash_tolerance}, automatic = ${content.automatic}, version = version + 1
    where id = ${id} and version = ${version} returning version`.execute(trx);
  return rows[0]?.version;
}

/** Whether it changed. */
export async function setCustodianEnded(trx: Trx, id: number, by: number | null): Promise<boolean> {
  const { rows } = await sql`
    update custodian set ended_at = ${by === null ? sql`null` : sql`now()`}, ended_by = ${by}, version = version + 1
    where id = ${id} and (ended_at is null) = ${by !== null} returning id`.execute(trx);
  return rows.length > 0;
}

/** A name or another name of some other custodian that is one of these, whatever the case of letters. */
export async function findNameInUse(db: Db, id: number | null, names: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select wanted.name from unnest(${[...names]}::text[]) as wanted (name)
    where exists (select from custodian where custodian.id is distinct from ${id}
      and lower(wanted.name) in (select lower(known) from unnest(custodian.other_names || custodian.name) as known))
    limit 1`.execute(db);
  return rows[0]?.name;
}

/** Those that send files of the format and have not ended. */
export async function listSenders(db: Db, format: string): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from custodian where ended_at is null and ${format} = any(formats) order by id`.execute(db);
  return rows;
}

/** Every name by which a custodian is known, in small letters, with its country. */
export async function listKnownNames(db: Db): Promise<{ id: number; name: string; country: string | null }[]> {
  const { rows } = await sql<{ id: number; name: string; country: string | null }>`
    select id, known.name, country from custodian, unnest(other_names || custodian.name) as known (name) order by id`.execute(
    db,
  );
  return rows;
}

export async function findCustodianName(db: Db, id: number): Promise<{ name: string; ended: boolean } | undefined> {
  const { rows } = await sql<{ name: string; ended: boolean }>`
    select name, ended_at is not null as ended from custodian where id = ${id}`.execute(db);
  return rows[0];
}

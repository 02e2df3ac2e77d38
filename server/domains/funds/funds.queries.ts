/** SQL of funds, their newest NAVs and their documents. */
import type { FundContent, FundDocument } from "@portico/api/funds.ts";
import { type RawBuilder, sql } from "kysely";
import { oneRow } from "../../kernel/one-row.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface FundRecord extends FundContent {
  id: number;
  demo: boolean;
  saved_at: Date;
  /** The name as lists are sorted by it. */
  sort: string;
  instrument_id: number | null;
  nav_day: string | null;
  nav_value: string | null;
  nav_source: string | null;
}

const columns = sql`fund.id, fund.isin, fund.name, fund.manager, fund.currency, fund.type, fund.legal_form, fund.venue,
  fund.distribution, trim_scale(fund.ongoing_costs)::text as ongoing_costs, fund.sri, fund.demo, fund.saved_at, lower(fund.name) as sort,
  instrument.id as instrument_id, newest.day::text as nav_day, trim_scale(newest.value)::text as nav_value,
  newest.source as nav_source`;
/** The newest of NAVs and prices; of the same day, the NAV. Prices in another currency are none of it. */
const withNewest = sql`fund
  left join instrument on instrument.isin = fund.isin
  left join lateral (
    select day, value, source from (
      (select day, value, source, 1 as preferred from fund_nav where fund_id = fund.id order by day desc limit 1)
      union all
      (select day, value, source, 2 from price
        where instrument_id = instrument.id and currency = fund.currency order by day desc, id desc limit 1)
    ) as either order by day desc, preferred limit 1
  ) as newest on true`;

const read = async (db: Db, rest: RawBuilder<unknown>): Promise<FundRecord[]> =>
  (await sql<FundRecord>`select ${columns} from ${withNewest} ${rest}`.execute(db)).rows;

/** Funds by name, after one; those whose name, ISIN or manager contains the text. A firm has hundreds at most. */
export function listFundRecords(
  db: Db,
  {
    search,
    after,
    limit,
  }: { search: string | undefined; after: { value: string; id: number } | undefined; limit: number },
): Promise<FundRecord[]> {
  const pattern = search && `%${search.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  return read(
    db,
    sql`where true
      ${after ? sql`and (lower(fund.name), fund.id) > (${after.value}, ${after.id})` : sql``}
      ${pattern ? sql`and (lower(fund.name) like ${pattern} or lower(fund.isin) like ${pattern} or lower(fund.manager) like ${pattern})` : sql``}
      order by lower(fund.name), fund.id limit ${limit}`,
  );
}

export const findFunds = (db: Db, ids: readonly number[]): Promise<FundRecord[]> =>
  read(db, sql`where fund.id = any(${[...ids]}::bigint[])`);

/** Ids and currencies of funds by ISIN. */
export async function findFundsByIsin(
  db: Db,
  isins: readonly string[],
): Promise<{ id: number; isin: string; name: string; manager: string; currency: string }[]> {
  const { rows } = await sql<{ id: number; isin: string; name: string; manager: string; currency: string }>`
    select id, isin, name, manager, currency from fund where isin = any(${[...isins]}::text[])`.execute(db);
  return rows;
}

/** The new fund's id; undefined if there is one with the ISIN. */
export async function insertFund(
  trx: Trx,
  fund: FundContent,
  by: { userId: number; demo: boolean },
): Promise<number | undefined> {
  const row = await trx
    .insertInto("fund")
    .values({ ...fund, demo: by.demo, saved_by: by.userId })
    .onConflict((conflict) => conflict.column("isin").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Saves a fund that was not saved since; false otherwise. Throws on an ISIN of another fund. */
export async function updateFund(
  trx: Trx,
  id: number,
  fund: FundContent,
  { userId, since }: { userId: number; since: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("fund")
    .set({ ...fund, saved_at: sql`now()`, saved_by: userId })
    .where("id", "=", id)
    .where("saved_at", "=", sql<Date>`${since}::timestamptz`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const hasNavs = async (db: Db, fundId: number): Promise<boolean> =>
  (await db.selectFrom("fund_nav").select("day").where("fund_id", "=", fundId).limit(1).executeTakeFirst()) !==
  undefined;

/** First day with a value, of NAVs and prices. */
export async function findFirstDays(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; day: string }>`
    select fund.id, least(
      (select day from fund_nav where fund_id = fund.id order by day limit 1),
      (select day from price where instrument_id = instrument.id and currency = fund.currency order by day limit 1)
    )::text as day
    from fund left join instrument on instrument.isin = fund.isin
    where fund.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.filter(({ day }) => day !== null).map(({ id, day }) => [id, day]));
}

export interface DocumentRecord {
  id: number;
  fund_id: number;
  kind: FundDocument["kind"];
  language: FundDocument["language"];
  valid_from: string;
  valid_until: string | null;
  sha256: Buffer;
  size: number;
  media_type: string;
  name: string;
}

const documentColumns = sql`id, fund_id, kind, language, valid_from::text as valid_from, valid_until::text as valid_until,
  sha256, size, media_type, name`;

/** Documents of funds: by kind and language, the newest first. */
export async function listDocuments(db: Db, fundIds: readonly number[]): Promise<DocumentRecord[]> {
  const { rows } = await sql<DocumentRecord>`
    select ${documentColumns} from fund_document where fund_id = any(${[...fundIds]}::bigint[])
    order by fund_id, array_position(array['kid', 'factsheet', 'prospectus'], kind), language, valid_from desc, id desc`.execute(
    db,
  );
  return rows;
}

export async function findDocument(db: Db, id: number): Promise<DocumentRecord | undefined> {
  const { rows } = await sql<DocumentRecord>`select ${documentColumns} from fund_document where id = ${id}`.execute(db);
  return rows[0];
}

export async function insertDocument(
  trx: Trx,
  row: Omit<DocumentRecord, "id">,
  userId: number,
): Promise<DocumentRecord> {
  return oneRow(
    await sql<DocumentRecord>`
    insert into fund_document (fund_id, kind, language, valid_from, valid_until, sha256, size, media_type, name, added_by)
    values (${row.fund_id}, ${row.kind}, ${row.language}, ${row.valid_from}, ${row.valid_until}, ${row.sha256}, ${row.size},
      ${row.media_type}, ${row.name}, ${userId}) returning ${documentColumns}`.execute(trx),
  );
}

export async function deleteDocument(trx: Trx, fundId: number, id: number): Promise<DocumentRecord | undefined> {
  const { rows } = await sql<DocumentRecord>`
    delete from fund_document where id = ${id} and fund_id = ${fundId} returning ${documentColumns}`.execute(trx);
  return rows[0];
}

export interface ExpiringRecord extends DocumentRecord {
  fund_name: string;
  isin: string;
}

/** The newest documents of their kind and language whose validity ends by a day, those that end first coming first. */
export async function listExpiring(db: Db, until: string): Promise<ExpiringRecord[]> {
  const { rows } = await sql<ExpiringRecord>`
    select document.id, document.fund_id, document.kind, document.language, document.valid_from::text as valid_from,
      document.valid_until::text as valid_until, document.sha256, document.size, document.media_type, document.name,
      fund.name as fund_name, fund.isin
    from fund_document document join fund on fund.id = document.fund_id
    where document.valid_until <= ${until}::date and not exists (
      select from fund_document newer
      where newer.fund_id = document.fund_id and newer.kind = document.kind and newer.language = document.language
        and (newer.valid_until is null or newer.valid_until > document.valid_until)
    )
    order by document.valid_until, document.id limit 500`.execute(db);
  return rows;
}

/** Definitions whose public or written content names the fund. */
export async function listHolding(
  db: Db,
  fundId: number,
): Promise<{ id: number; name: { bg: string; en: string; pl: string } }[]> {
  const { rows } = await sql<{ id: number; name: { bg: string; en: string; pl: string } }>`
    select definition.id, definition.card->'name' as name
    from target_definition definition
    where exists (
      select from content_version content
      where content.kind = 'definition' and content.subject = definition.id::text
        and content.state in ('draft', 'published')
        and content.data->'allocation' @> ${JSON.stringify([{ fund_id: fundId }])}::jsonb
    )
    order by definition.place, definition.id limit 100`.execute(db);
  return rows;
}

/** Changes with the order of the definitions, with funds and with their documents. */
export async function findOfferStamp(db: Db): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(' ', (select version from target_order),
      (select concat(count(*), ' ', max(saved_at)) from fund),
      (select concat(count(*), ' ', max(id)) from fund_document)) as stamp`.execute(db);
  return rows[0]?.stamp ?? "";
}

/** Of these documents, those that staff were not told of; they are now. */
export async function claimUntold(trx: Trx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into fund_document_told (document_id) select unnest(${[...ids]}::bigint[]) on conflict do nothing
    returning document_id as id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Who looks after documents of funds. */
export async function listOffice(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user where role in ('office', 'admin') and state <> 'disabled' order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** SQL of instruments and their splits. */
import type { assetClasses } from "@portico/api/market-data.ts";
import type { LegalForm, Sector } from "@portico/api/rules/instruments.ts";
import type { Split } from "@portico/ledger/splits.ts";
import { sql } from "kysely";
import { oneRow } from "../../kernel/one-row.ts";
import type { Db } from "../../kernel/transaction.ts";

export type AssetClass = (typeof assetClasses)[number];

export interface InstrumentRecord {
  id: number;
  name: string;
  ticker: string;
  isin: string | null;
  currency: string;
  assetClass: AssetClass;
  /** Of the issuer. */
  country: string | null;
  sector: Sector | null;
  legalForm: LegalForm | null;
  /** Where it is usually traded (ISO 10383). */
  venue: string | null;
}
/** What a file can say of a known instrument. */
export type CompletedFacts = Pick<InstrumentRecord, "name" | "ticker" | "isin" | "country" | "sector">;
/** As it is added: most files say nothing of its sector, and none of its legal form and venue. */
export type NewInstrument = Omit<InstrumentRecord, "id" | "sector" | "legalForm" | "venue"> & {
  sector?: Sector | null;
};

const instrumentColumns = sql`id, name, ticker, isin, currency, asset_class as "assetClass", country, sector,
  legal_form as "legalForm", venue`;

/** The text as a LIKE prefix pattern, with its own wildcards escaped. */
const startOf = (text: string): string => `${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

export async function searchInstruments(db: Db, search: string): Promise<InstrumentRecord[]> {
  const start = startOf(search);
  const { rows } = await sql<InstrumentRecord>`
    select ${instrumentColumns} from instrument
    where lower(name) like ${start} or lower(ticker) like ${start} or lower(isin) like ${start}
    order by lower(ticker) like ${start} desc, lower(name), id
    limit 20`.execute(db);
  return rows;
}

export async function findInstrumentsById(db: Db, ids: readonly number[]): Promise<InstrumentRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<InstrumentRecord>`
    select ${instrumentColumns} from instrument where id = any(${ids}::bigint[]) order by id`.execute(db);
  return rows;
}

export async function findInstrumentByIsin(db: Db, isin: string): Promise<InstrumentRecord | undefined> {
  const { rows } =
    await sql<InstrumentRecord>`select ${instrumentColumns} from instrument where isin = ${isin}`.execute(db);
  return rows[0];
}

export async function findInstrumentsByIsin(db: Db, isins: readonly string[]): Promise<InstrumentRecord[]> {
  const { rows } = await sql<InstrumentRecord>`
    select ${instrumentColumns} from instrument where isin = any(${isins}::text[])`.execute(db);
  return rows;
}

/** Every instrument with one of the names: an ISIN, a custodian's id, or a ticker (which may match several). */
export async function findInstrumentsByName(
  db: Db,
  names: { isins: string[]; source: string; externalIds: string[]; tickers: string[] },
): Promise<(InstrumentRecord & { externalIds: string[] })[]> {
  const { rows } = await sql<InstrumentRecord & { externalIds: string[] }>`
    with found as (
      select id from instrument where isin = any(${names.isins}::text[])
      union
      select instrument_id from instrument_alias
      where source = ${names.source} and external_id = any(${names.externalIds}::text[])
      union
      select id from instrument where lower(ticker) = any(${names.tickers.map((ticker) => ticker.toLowerCase())}::text[])
    )
    select ${instrumentColumns},
      array(select external_id from instrument_alias
            where instrument_id = instrument.id and source = ${names.source}) as "externalIds"
    from instrument where id in (select id from found) order by id`.execute(db);
  return rows;
}

export async function insertInstrument(db: Db, instrument: NewInstrument): Promise<InstrumentRecord> {
  return oneRow(
    await sql<InstrumentRecord>`
    insert into instrument (name, ticker, isin, currency, asset_class, country, country_source, sector, sector_source)
    values (${instrument.name}, ${instrument.ticker}, ${instrument.isin}, ${instrument.currency},
            ${instrument.assetClass}, ${instrument.country}, ${instrument.country === null ? null : "file"},
            ${instrument.sector ?? null}, ${instrument.sector ? "file" : null})
    on conflict (isin) do update set isin = excluded.isin
    returning ${instrumentColumns}`.execute(db),
  );
}

/** Stores additional names of an instrument, and facts that neither a file nor a colleague said before. */
export async function completeInstrument(
  db: Db,
  id: number,
  { name, ticker, isin, country, sector }: CompletedFacts,
): Promise<InstrumentRecord> {
  const { rows } = await sql<InstrumentRecord>`
    update instrument set name = ${name}, ticker = ${ticker}, isin = ${isin},
      country = case when country is null and country_source is null then ${country} else country end,
      country_source = case when country is null and country_source is null and ${country}::text is not null
        then 'file' else country_source end,
      sector = case when sector is null and sector_source is null then ${sector} else sector end,
      sector_source = case when sector is null and sector_source is null and ${sector}::text is not null
        then 'file' else sector_source end
    where id = ${id} returning ${instrumentColumns}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`there is no instrument ${id}`);
  return row;
}

export async function insertAlias(db: Db, source: string, externalId: string, instrumentId: number): Promise<void> {
  await sql`
    insert into instrument_alias (source, external_id, instrument_id) values (${source}, ${externalId}, ${instrumentId})
    on conflict do nothing`.execute(db);
}

/** The splits of instruments, whoever booked them, by day. */
export async function findSplits(
  db: Db,
  instrumentIds: readonly number[],
): Promise<(Split & { instrumentId: number })[]> {
  if (instrumentIds.length === 0) return [];
  const { rows } = await sql<Split & { instrumentId: number; alsoOn: string[] }>`
    select instrument_id as "instrumentId", day, from_units::text as "from", into_units::text as "into", bookings,
      also_on::text[] as "alsoOn"
    from instrument_split where instrument_id = any(${instrumentIds}::bigint[]) order by instrument_id, day`.execute(
    db,
  );
  return rows.map(({ alsoOn, ...split }) => (alsoOn.length > 0 ? { ...split, alsoOn } : split));
}

/** Cached answers are outdated once a split is added or removed. */
const raiseVersion = (db: Db) => sql`update market_version set version = version + 1`.execute(db);

/** Stores a split, replacing the instrument's split of the same day. */
export async function upsertSplit(
  db: Db,
  instrumentId: number,
  { day, from, into, bookings, alsoOn = [] }: Split,
): Promise<void> {
  await sql`
    insert into instrument_split (instrument_id, day, from_units, into_units, bookings, also_on)
    values (${instrumentId}, ${day}::date, ${from}::numeric, ${into}::numeric, ${bookings ?? 1}, ${alsoOn}::date[])
    on conflict (instrument_id, day) do update set
      from_units = excluded.from_units, into_units = excluded.into_units, bookings = excluded.bookings,
      also_on = excluded.also_on`.execute(db);
  await raiseVersion(db);
}

export async function deleteSplit(db: Db, instrumentId: number, day: string): Promise<void> {
  await sql`delete from instrument_split where instrument_id = ${instrumentId} and day = ${day}::date`.execute(db);
  await raiseVersion(db);
}

/** Locks instruments until the transaction ends, in id order. */
export async function lockInstruments(db: Db, ids: readonly number[]): Promise<void> {
  await sql`select id from instrument where id = any(${ids}::bigint[]) order by id for no key update`.execute(db);
}

/** SQL of the facts of instruments. */
import type { InstrumentFacts } from "@portico/api/portfolio-instruments.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface FactsRecord extends InstrumentFacts {
  /** The name as lists are sorted by it. */
  sort: string;
}
export type Facts = Pick<InstrumentFacts, "country" | "sector" | "legalForm" | "venue">;

// What an older build stored without a source came from a file.
const columns = sql`id, name, ticker, isin, currency, asset_class, country, sector, legal_form as "legalForm", venue, sector_source,
  case when country is not null and country_source is null then 'file' else country_source end as country_source,
  (select last.ongoing from (
      select distinct on (valid_from) valid_from, withdrawn, trim_scale(ongoing)::text as ongoing from instrument_cost
      where instrument_cost.instrument_id = instrument.id order by valid_from desc, known_at desc nulls first, id desc
    ) as last where not last.withdrawn order by last.valid_from desc limit 1) as "ongoingCosts",
  lower(name) as sort`;

/** What counts of an instrument's own costs: of each day what was stated last, unless it was withdrawn. */
const counting = sql`
  select from (
    select distinct on (valid_from) withdrawn from instrument_cost
    where instrument_cost.instrument_id = instrument.id order by valid_from, known_at desc nulls first, id desc
  ) as last where not last.withdrawn`;

const columnOf: Readonly<Record<keyof Facts, string>> = {
  country: "country",
  sector: "sector",
  legalForm: "legal_form",
  venue: "venue",
};

interface Wanted {
  search: string | undefined;
  /** `costs`: funds and commodities without costs of their own. */
  missing: keyof Facts | "costs" | undefined;
  after: { value: string; id: number } | undefined;
  limit: number;
}

export async function listFacts(db: Db, { search, missing, after, limit }: Wanted): Promise<FactsRecord[]> {
  const pattern = search && `%${search.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  const { rows } = await sql<FactsRecord>`
    select ${columns} from instrument where true
      ${after ? sql`and (lower(name), id) > (${after.value}, ${after.id})` : sql``}
      ${pattern ? sql`and (lower(name) like ${pattern} or lower(ticker) like ${pattern} or lower(isin) like ${pattern})` : sql``}
      ${missing === undefined || missing === "costs" ? sql`` : sql`and ${sql.ref(columnOf[missing])} is null`}
      ${missing === "costs" ? sql`and asset_class in ('fund', 'commodity') and not exists (${counting})` : sql``}
    order by lower(name), id limit ${limit}`.execute(db);
  return rows;
}

export async function findFacts(db: Db, id: number): Promise<FactsRecord | undefined> {
  const { rows } = await sql<FactsRecord>`select ${columns} from instrument where id = ${id}`.execute(db);
  return rows[0];
}

/** Undefined if they are not `before` any more. What is changed is what staff say. */
export async function updateFacts(
  trx: Trx,
  id: number,
  { country, sector, legalForm, venue }: Facts,
  before: Facts,
): Promise<FactsRecord | undefined> {
  const { rows } = await sql<FactsRecord>`
    update instrument set country = ${country}, sector = ${sector}, legal_form = ${legalForm}, venue = ${venue},
      country_source = case when country is distinct from ${country} then 'staff' else country_source end,
      sector_source = case when sector is distinct from ${sector} then 'staff' else sector_source end
    where id = ${id} and country is not distinct from ${before.country} and sector is not distinct from ${before.sector}
      and legal_form is not distinct from ${before.legalForm} and venue is not distinct from ${before.venue}
    returning ${columns}`.execute(trx);
  return rows[0];
}

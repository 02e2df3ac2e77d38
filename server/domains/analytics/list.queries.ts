/** SQL of the admins' list of sign-ins: pages, capped counts and searches over months of rows. */
import type { SignInSortColumn } from "@portico/api/rules/sign-ins.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { contains, every, hasId, hasNumber } from "../../database/list-page.queries.ts";
import type { Db } from "../../kernel/transaction.ts";
import type { Meaning, Reading } from "./search.ts";

/** Conditions must be planned for their values: a rare one is found by its index, a frequent one in the list's order. */
const forTheseValues = sql`/* planned for its values */ `;

/** As in the indexes of migration 0045. */
const columns = {
  country: sql`(coalesce(s.country_code, '') collate "C")`,
  city: sql`(coalesce(s.city, '') collate "C")`,
  os: sql`(s.os collate "C")`,
  browserName: sql`(s.browser_name collate "C")`,
  ip: sql`(s.ip collate "C")`,
} as const;

export interface SignInFilter {
  /** Instants: from the first on, before the second. */
  from?: string | undefined;
  before?: string | undefined;
  countryCode?: string | undefined;
  city?: string | undefined;
  os?: string | undefined;
  browserName?: string | undefined;
  suspicious?: string | undefined;
  userId?: number | undefined;
}

export function buildConditions(filter: SignInFilter): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (filter.from !== undefined) conditions.push(sql`s.created_at >= ${filter.from}::timestamptz`);
  if (filter.before !== undefined) conditions.push(sql`s.created_at < ${filter.before}::timestamptz`);
  if (filter.countryCode !== undefined) conditions.push(sql`${columns.country} = ${filter.countryCode}`);
  if (filter.city !== undefined) conditions.push(sql`${columns.city} = ${filter.city}`);
  if (filter.os !== undefined) conditions.push(sql`${columns.os} = ${filter.os}`);
  if (filter.browserName !== undefined) conditions.push(sql`${columns.browserName} = ${filter.browserName}`);
  if (filter.suspicious !== undefined) conditions.push(sql`s.suspicious <> '{}'`);
  if (filter.suspicious !== undefined && filter.suspicious !== "any")
    conditions.push(sql`s.suspicious @> array[${filter.suspicious}::text]`);
  if (filter.userId !== undefined) conditions.push(sql`s.user_id = ${filter.userId}`);
  return conditions;
}

/** The countries and cities that occur in the figures. */
export async function listPlaces(db: Db): Promise<{ countries: string[]; cities: string[] }> {
  const { rows } = await sql<{ countries: string[] | null; cities: string[] | null }>`
    select
      (select array_agg(distinct country_code) from (
        select country_code from sign_in_total where dimension = 'country' and grain = 'month'
        union select country_code from sign_in_change) as found where country_code <> '') as countries,
      (select array_agg(distinct value) from (
        select value from sign_in_total where dimension = 'city' and grain = 'month'
        union select city from sign_in_change) as found where value <> '') as cities`.execute(db);
  return { countries: rows[0]?.countries ?? [], cities: rows[0]?.cities ?? [] };
}

/** People found one by one; with more, each row's person is checked instead. */
const mostPeople = 2000;

async function findPeople(db: Db, search: string): Promise<{ ids: number[] } | { condition: RawBuilder<SqlBool> }> {
  const ways = [
    contains(sql<string>`app_user.search_text`, search),
    hasNumber("app_user", search),
    ...hasId("app_user", search),
  ];
  const found = ways.map((way) => sql`(select id from app_user where ${way} limit ${mostPeople + 1})`);
  const { rows } = await sql<{ id: number }>`${forTheseValues}select id from (${sql.join(found, sql` union `)}) as found
    limit ${mostPeople + 1}`.execute(db);
  if (rows.length <= mostPeople) return { ids: rows.map(({ id }) => id) };
  // `offset 0` keeps PostgreSQL from joining everybody first: rows are read in order until the page is full.
  return {
    condition: sql`exists (select from app_user where app_user.id = s.user_id
      and (${sql.join(ways, sql` or `)}) offset 0)`,
  };
}

const meaningCondition = ({ countries, cities, systems, browsers, address }: Meaning): RawBuilder<SqlBool> => {
  const parts: RawBuilder<SqlBool>[] = [];
  if (countries.length > 0) parts.push(sql`${columns.country} = any(${countries}::text[])`);
  if (cities.length > 0) parts.push(sql`${columns.city} = any(${cities}::text[])`);
  if (systems.length > 0) parts.push(sql`${columns.os} = any(${systems}::text[])`);
  if (browsers.length > 0) parts.push(sql`${columns.browserName} = any(${browsers}::text[])`);
  // Digits, letters, points and colons only.
  if (address !== null) parts.push(sql`${columns.ip} like ${`${address}%`}`);
  return sql`(${sql.join(parts, sql` or `)})`;
};

export interface Ways {
  /** Conditions of which one must hold. */
  ways: RawBuilder<SqlBool>[];
  /** Too many people match for an exact count. */
  isBroad: boolean;
}

/** Each reading with the filter; readings that nobody fits are left out. */
export async function chooseWays(db: Db, filters: readonly RawBuilder<SqlBool>[], readings: Reading[]): Promise<Ways> {
  const ways: RawBuilder<SqlBool>[] = [];
  let isBroad = false;
  for (const { meanings, person } of readings) {
    const conditions = [...filters, ...meanings.map(meaningCondition)];
    if (person !== "") {
      const people = await findPeople(db, person);
      if ("ids" in people && people.ids.length === 0) continue;
      if ("condition" in people) isBroad = true;
      conditions.push("ids" in people ? sql<SqlBool>`s.user_id = any(${people.ids}::bigint[])` : people.condition);
    }
    ways.push(every(conditions));
  }
  return { ways, isBroad };
}

export interface SignInPage {
  column: SignInSortColumn;
  descending: boolean;
  offset: number;
  limit: number;
}

interface Key {
  created_at: Date;
  id: number;
}

/** The keys of one page, read from an index alone in most orders; rows of two ways appear once. */
async function findKeys(db: Db, { ways }: Ways, page: SignInPage, planned: boolean): Promise<Key[]> {
  const { column, descending, offset, limit } = page;
  const direction = sql.raw(descending ? "desc" : "asc");
  // People of the same name stay together.
  const keys = column === "created_at" ? [] : column === "name" ? [sql`u.name`, sql`u.id`] : [columns[column]];
  const from = column === "name" ? sql`app_user as u join sign_in as s on s.user_id = u.id` : sql`sign_in as s`;
  const order = sql.join([...keys, sql`s.created_at`, sql`s.id`].map((key) => sql`${key} ${direction}`));
  const one = (way: RawBuilder<SqlBool>, skipped: number, most: number) => sql`
    select s.created_at, s.id ${sql.join(
      keys.map((key, index) => sql`, ${key} as ${sql.raw(`key${index}`)}`),
      sql``,
    )}
    from ${from} where ${way} order by ${order} limit ${most} offset ${skipped}`;
  const [only, ...others] = ways;
  if (!only) return [];
  const outer = sql.join(
    [...keys.map((_, index) => sql.raw(`key${index}`)), sql`created_at`, sql`id`].map(
      (key) => sql`${key} ${direction}`,
    ),
  );
  const text =
    others.length === 0
      ? one(only, offset, limit)
      : sql`select created_at, id from (${sql.join(
          ways.map((way) => sql`(${one(way, 0, offset + limit)})`),
          sql` union `,
        )}) as found order by ${outer} limit ${limit} offset ${offset}`;
  return (await sql<Key>`${planned ? forTheseValues : sql``}${text}`.execute(db)).rows;
}

/** How many rows match, up to `most`. */
async function countRows(db: Db, { ways }: Ways, most: number, planned: boolean): Promise<number> {
  if (ways.length === 0) return 0;
  const found = ways.map((way) => sql`(select s.created_at, s.id from sign_in as s where ${way} limit ${most})`);
  const { rows } = await sql<{ count: number }>`${planned ? forTheseValues : sql``}
    select count(*)::int as count from (select from (${sql.join(found, sql` union `)}) as found limit ${most}) as counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export interface ListedSignIn {
  id: number;
  user_id: number;
  name: string;
  role: string;
  client_number: string | null;
  ip: string;
  country: string | null;
  country_code: string | null;
  city: string | null;
  os: string;
  browser_name: string;
  suspicious: string[];
  created_at: Date;
}

/** The rows of these keys, in their order. */
async function selectByKeys(db: Db, keys: readonly Key[]): Promise<ListedSignIn[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<ListedSignIn>`
    select s.id, s.user_id, u.name, u.role, a.client_number, s.ip, s.country, s.country_code, s.city, s.os,
      s.browser_name, s.suspicious, s.created_at
    from unnest(${keys.map(({ created_at }) => created_at.toISOString())}::timestamptz[],
        ${keys.map(({ id }) => id)}::bigint[]) with ordinality as page (created_at, id, place)
      join sign_in as s on s.created_at = page.created_at and s.id = page.id
      join app_user as u on u.id = s.user_id
      left join holder_account as a on a.holder_type = 'user' and a.holder_id = u.id
    order by page.place`.execute(db);
  return rows;
}

/** One page in its order. */
export const findSignInPage = async (db: Db, ways: Ways, page: SignInPage, planned: boolean): Promise<ListedSignIn[]> =>
  selectByKeys(db, await findKeys(db, ways, page, planned));

export const countSignIns = countRows;

/** One page of a person's own sign-ins, newest first; `before` is the key of the last row shown. */
export const listUserSignIns = async (
  db: Db,
  userId: number,
  { before, limit }: { before: { value: string; id: number } | undefined; limit: number },
) =>
  db
    .selectFrom("sign_in")
    .select([
      "id",
      "session_id",
      "ip",
      "country",
      "country_code",
      "city",
      "os",
      "browser_name",
      "suspicious",
      "created_at",
    ])
    .where("user_id", "=", userId)
    .$if(before !== undefined, (query) =>
      query.where(sql<SqlBool>`(created_at, id) < (${before?.value}::timestamptz, ${before?.id}::bigint)`),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

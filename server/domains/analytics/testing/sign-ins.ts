/** Sign-ins of the past, for tests: with their sessions, by SQL. */
import { randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../kernel/transaction.ts";

export interface PastSignIn {
  user: number;
  at: string;
  ip?: string;
  country?: string | null;
  city?: string | null;
  os?: string;
  browser?: string;
  suspicious?: readonly string[];
}

const names: Record<string, string> = {
  BG: "Bulgaria",
  PL: "Poland",
  DE: "Germany",
  GB: "United Kingdom",
  US: "United States",
};

/** Inserts them in the order given; returns nothing. */
export async function signInsOf(db: Db, rows: readonly PastSignIn[]): Promise<void> {
  for (const {
    user,
    at,
    ip = "198.51.100.7",
    country = "BG",
    city = null,
    os = "Windows",
    browser = "chrome",
    suspicious = [],
  } of rows)
    await sql`
      with opened as (
        insert into session (user_id, token_hash, created_at, last_seen_at, expires_at, ended_at)
        values (${user}, ${randomBytes(32)}, ${at}, ${at}, ${at}::timestamptz + interval '12 hours', ${at}) returning id
      )
      insert into sign_in (user_id, session_id, ip, country, country_code, city, os, browser_name, suspicious, created_at)
      select ${user}::bigint, id, ${ip}, ${country && (names[country] ?? null)}::text, ${country}::text, ${city}::text, ${os}, ${browser},
        ${[...suspicious]}::text[], ${at}::timestamptz from opened`.execute(db);
}

/** Many at once: `count` of a person, one every `every` before `until`. */
export const manySignIns = (db: Db, user: number, count: number, { until, every }: { until: string; every: string }) =>
  sql`
    with opened as (
      insert into session (user_id, token_hash, created_at, last_seen_at, expires_at, ended_at)
      select ${user}::bigint, sha256((${randomBytes(8).toString("hex")} || n)::bytea), at, at, at, at
      from (select n, ${until}::timestamptz - n * ${every}::interval as at from generate_series(1, ${count}) as n) as made
      returning id, created_at
    )
    insert into sign_in (user_id, session_id, ip, country, country_code, os, browser_name, created_at)
    select ${user}::bigint, id, '203.0.113.' || id % 200, 'Bulgaria', 'BG', 'Linux', 'firefox', created_at from opened`.execute(
    db,
  );

/** The figures as a count over the rows, by hour, place and device. */
export const counted: RawBuilder<unknown> = sql`
  select hour, country_code, city, os, browser_name, sum(sign_ins)::int as sign_ins, sum(failures)::int as failures,
    sum(suspicious)::int as suspicious
  from (
    select date_trunc('hour', created_at, 'UTC') as hour, coalesce(country_code, '') as country_code,
      coalesce(city, '') as city, os, browser_name, 1 as sign_ins, 0 as failures,
      (suspicious <> '{}')::int as suspicious from sign_in
    union all
    select date_trunc('hour', created_at, 'UTC'), coalesce(country_code, ''), '', os, browser_name, 0, 1, 0
    from failed_sign_in
  ) as rows group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`;

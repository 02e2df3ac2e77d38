/**
 * `node bench/sign-ins.ts`: the admins' list of sign-ins and its charts with 10,000,000 rows over 13 months, each call
 * compared with a bare one-row route. BENCH_SIGN_INS is another number of rows; BENCH_FOLDER keeps the database for the
 * next run.
 */
import { performance } from "node:perf_hooks";
import Fastify from "fastify";
import { Client } from "pg";
import { embeddedAccess } from "../server/database/open.ts";
import { openPortal } from "./database.ts";
import { median } from "./measures.ts";

const rows = Number(process.env["BENCH_SIGN_INS"] ?? 10_000_000);
const people = 50_000;
const portal = await openPortal(process.env["BENCH_FOLDER"]);
const { embedded, pool, db } = portal.database;
if (!embedded) throw new Error("the benchmark fills a database of its own");
const client = new Client(embeddedAccess(embedded, "portico").superuser);
await client.connect();

const say = (text: string): void => void process.stdout.write(`${text}\n`);
async function step(what: string, ...statements: string[]): Promise<void> {
  const before = performance.now();
  for (const statement of statements) await client.query(statement);
  say(`${what}: ${((performance.now() - before) / 1000).toFixed(1)} s`);
}

/** Most sign-ins are from two countries and one system; some places and devices are rare. */
const made = (from: number, to: number): string => `
  insert into sign_in (user_id, session_id, ip, country, country_code, city, os, browser_name, suspicious, created_at)
  select 1 + (hashint4(n) & 2147483647) % ${people}, n,
    '10.' || (hashint4(n + 7) & 255) || '.' || (hashint4(n + 9) & 255) || '.' || (n & 255),
    null, country, country || ' city ' || (hashint4(n + 3) & 2147483647) % case country when 'BG' then 40 when 'PL' then 30 else 5 end,
    system, browser,
    case when n % 997 = 0 then array['newCountry'] when n % 4999 = 0 then array['impossibleTravel'] else '{}' end,
    now() - (${rows} - n) * (interval '395 days' / ${rows})
  from (
    select n, case when hashint4(n + 1) & 1023 < 700 then 'BG' when hashint4(n + 1) & 1023 < 940 then 'PL'
        when hashint4(n + 1) & 1023 < 1022 then (array['DE','GB','AT','IT','FR','GR','RO','ES'])[1 + (hashint4(n + 5) & 7)]
        else 'IS' end as country,
      (array['Windows','Windows','Windows','MacOS','MacOS','Linux','Linux','UNIX'])[1 + (hashint4(n + 2) & 7)] as system,
      case when hashint4(n + 4) & 1023 < 600 then 'chrome' when hashint4(n + 4) & 1023 < 800 then 'safari'
        when hashint4(n + 4) & 1023 < 900 then 'firefox' when hashint4(n + 4) & 1023 < 1022 then 'edge' else 'opera'
        end as browser
    from generate_series(${from}, ${to}) as n
  ) as devices`;

const { rows: known } = await client.query<{ filled: boolean }>("select exists (select from sign_in) as filled");
if (!known[0]?.filled) {
  await step(
    "people",
    `insert into app_user (email, name, password_hash)
     select 'client' || n || '@bench.example',
       (array['Anna','Ivan','Maria','Piotr','Petar','Zofia','Elena','Tomasz'])[1 + n % 8] || ' '
         || (array['Petrova','Kowalski','Nowak','Ivanov','Georgieva','Wozniak','Dimitrov'])[1 + n % 7] || ' ' || n, 'none'
     from generate_series(1, ${people}) as n`,
    "analyze app_user",
  );
  // Without the checks of references, and the indexes made afterwards: only the reading is measured.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = 'sign_in' and indexname not in ('sign_in_pkey', 'sign_in_session_id_created_at_key')`,
  );
  await client.query("set session_replication_role = replica");
  await client.query("set maintenance_work_mem = '1GB'");
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const part = 500_000;
  // The months before this one have no tables yet: an early row of each makes them.
  // One row of each month makes its table.
  await step(
    "months",
    "insert into session (user_id, token_hash, expires_at) values (1, 'months', now())",
    `insert into sign_in (user_id, session_id, ip, os, browser_name, created_at)
     select 1, 1, '', 'UNIX', 'opera', now() - n * interval '28 days' from generate_series(0, 15) as n`,
    "select keep_sign_in_months(3)",
    "delete from sign_in",
  );
  for (let from = 1; from <= rows; from += part)
    await step(`rows to ${Math.min(rows, from + part - 1)}`, made(from, Math.min(rows, from + part - 1)));
  for (const { name, definition } of indexes) await step(name, definition.replace(" ON ONLY ", " ON "));
  await step(
    "figures",
    `insert into sign_in_change select date_trunc('hour', created_at, 'UTC'), country_code, city, os, browser_name, count(*), 0,
       count(*) filter (where suspicious <> '{}') from sign_in group by 1, 2, 3, 4, 5`,
    "select fold_sign_in_changes()",
  );
  await step(
    "vacuum",
    "vacuum analyze sign_in",
    "vacuum analyze sign_in_hour",
    "vacuum analyze sign_in_total",
    "vacuum analyze sign_in_change",
  );
  await client.query("set session_replication_role = origin");
}
const { rows: sizes } = await client.query<{
  rows: number;
  tables: string;
  indexes: string;
  hours: number;
  totals: number;
}>(
  `select (select count(*)::int from sign_in) as rows, (select count(*)::int from sign_in_hour) as hours,
     (select count(*)::int from sign_in_total) as totals, pg_size_pretty(sum(pg_relation_size(c.oid))) as tables,
     pg_size_pretty(sum(pg_indexes_size(c.oid))) as indexes
   from pg_class c where relnamespace = 'sign_in_months'::regnamespace and relkind = 'r'`,
);
say(JSON.stringify(sizes[0]));

const admin = await portal.staff(`admin${Date.now()}`);
await db.updateTable("app_user").set({ role: "admin" }).where("id", "=", admin.id).execute();
const address = await portal.app.listen({ port: 0, host: "127.0.0.1" });
const bare = Fastify();
bare.get("/", async () => (await pool.query("select id, name from app_user where id = $1", [1])).rows);
const bareAddress = await bare.listen({ port: 0, host: "127.0.0.1" });

const headers = {
  authorization: `Bearer ${admin.token}`,
  accept: "application/json",
  "content-type": "application/json",
};
async function ask(path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(address + path, { headers, ...(body && { method: "PATCH", body: JSON.stringify(body) }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
  return JSON.parse(text) as Record<string, unknown>;
}
async function timed(times: number, call: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < times; index++) {
    const before = performance.now();
    await call();
    if (index >= Math.min(5, times - 1)) taken.push(performance.now() - before);
  }
  return median(taken);
}

const list = (body: object) => () => ask("/analytics/fetch", body);
const year = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
const today = new Date().toISOString().slice(0, 10);
const chart = (by: string) => () => ask(`/staff/analytics/figures?by=${by}&from=${year}&to=${today}`);
const calls: Record<string, () => Promise<Record<string, unknown>>> = {
  "first page": list({}),
  "page 200 of 200": list({ page: 200 }),
  "page 200, by country": list({ page: 200, sortBy: "country" }),
  "first page, by IP address": list({ sortBy: "ip" }),
  "first page, by name": list({ sortBy: "name" }),
  "page 200, by name": list({ page: 200, sortBy: "name" }),
  "a year, first page": list({ from: year, to: today }),
  "one person by name": list({ searchQuery: "kowalski 4711" }),
  "a frequent name": list({ searchQuery: "anna" }),
  "a frequent country": list({ searchQuery: "bulgaria" }),
  "a rare country": list({ searchQuery: "iceland" }),
  "a rare browser in a frequent country": list({ searchQuery: "opera poland" }),
  "an address": list({ searchQuery: "10.77.12." }),
  "a number": list({ searchQuery: "4711" }),
  "nothing found": list({ searchQuery: "nobody there" }),
  "suspicious, first page": list({ suspicious: "any" }),
  "suspicious, page 100": list({ suspicious: "impossibleTravel", page: 30 }),
  "country and browser": list({ country_code: "IS", browserName: "opera" }),
  "a person's own": () => ask("/user/4711/sign-ins"),
  "chart by day, a year": chart("day"),
  "chart by country, a year": chart("country"),
  "chart by city, a year": chart("city"),
  "chart by system, a year": chart("os"),
  "chart by browser, a year": chart("browserName"),
};

const base = await timed(200, async () => (await fetch(bareAddress)).text());
say(`bare one-row route: ${base.toFixed(2)} ms`);
for (const [what, call] of Object.entries(calls)) {
  const { itemCount, capped } = await call();
  const taken = await timed(what.includes("frequent name") || what.includes("by name") ? 15 : 60, call);
  say(
    `${what.padEnd(40)} ${taken.toFixed(1).padStart(8)} ms  ${(taken / base).toFixed(0).padStart(5)} ×  ${typeof itemCount === "number" ? itemCount : ""}${capped === true ? "+" : ""}`,
  );
}
await bare.close();
await client.end();
await portal.close();

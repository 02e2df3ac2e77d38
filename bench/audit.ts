/**
 * `node bench/audit.ts`: the audit log's viewer with 10,000,000 entries over ten years, every filter it offers, each call
 * compared with a bare one-row route beside it; and what the indexes cost each writer. BENCH_ENTRIES is another number of
 * entries; BENCH_FOLDER keeps the database for the next run.
 */
import { performance } from "node:perf_hooks";
import Fastify from "fastify";
import { Client } from "pg";
import { embeddedAccess } from "../server/database/open.ts";
import { openPortal } from "./database.ts";
import { median } from "./measures.ts";

const entries = Number(process.env["BENCH_ENTRIES"] ?? 10_000_000);
const clients = 200_000;
const colleagues = 40;
/** A client whom everybody opens, and how many of the entries are about them. */
const opened = 60_001;
const openedShare = 66;
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

/** Most entries are accesses of staff; some actions, people and objects are rare. The hashes are not those of the contents. */
const made = (from: number, to: number): string => `
  insert into audit_entry (chain, position, at, actor, action, subject_type, subject_id, before, after, address, salt,
    content_hash, hash)
  select 1 + n % 63, 1 + n / 63, now() - (${entries} - n) * (interval '3650 days' / ${entries}),
    case when kind < 50 then '{"system":"retention"}'::jsonb
      when kind < 800 then jsonb_build_object('userId', 1 + (h & 1048575) % ${colleagues}, 'sessionId', n)
      else jsonb_build_object('userId', person, 'sessionId', n) end,
    action, case when kind = 1 then 'setting' when kind = 2 then 'company' else 'user' end,
    case when kind = 1 then 'brand' when n % ${openedShare} = 0 then '${opened}' else person::text end,
    case when kind > 900 then jsonb_build_object('state', 'pendingKYC') end,
    jsonb_build_object('call', 'portfolios.customerPortfolio', 'n', n), '10.0.0.1', '\\x00112233445566778899aabbccddeeff',
    sha256(n::text::bytea), sha256((-n)::text::bytea)
  from (select n, h, kind, 1 + ${colleagues} + (hashint4(n + 5) & 1073741823) % ${clients} as person,
      case when kind < 650 then 'holder.accessedByStaff' when kind < 850 then 'session.opened' when kind < 900 then 'document.opened'
        when kind < 990 then (array['ticket.opened','ticket.answered','form.submitted','form.stepAccepted','contract.signed',
          'transactionRequest.handled','bankAccount.added','holder.notified'])[1 + n % 8]
        when n % 5000 = 7 then 'user.roleSet' else 'user.clientDataSet' end as action
    from (select n, hashint4(n) & 2147483647 as h, (hashint4(n + 1) & 1073741823) % 1000 as kind
      from generate_series(${from}, ${to}) as n) as drawn) as named`;

const { rows: known } = await client.query<{ filled: boolean }>(
  "select count(*) > 1000 as filled from (select from audit_entry limit 1001) as first",
);
if (!known[0]?.filled) {
  await step(
    "people",
    `insert into app_user (email, name, password_hash, role)
     select 'person' || n || '@bench.example', 'Person ' || n, 'none', case when n <= ${colleagues} then 'office' else 'client' end
     from generate_series(1, ${clients + colleagues}) as n`,
    "analyze app_user",
  );
  await client.query("set session_replication_role = replica");
  await client.query("set maintenance_work_mem = '1GB'");
  await client.query("truncate audit_entry");
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'audit_entry' and indexname <> 'audit_entry_pkey'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const part = 500_000;
  for (let from = 1; from <= entries; from += part)
    await step(`entries to ${Math.min(entries, from + part - 1)}`, made(from, Math.min(entries, from + part - 1)));
  for (const { name, definition } of indexes) await step(name, definition);
  await step(
    "heads and vacuum",
    `update audit_head set position = (select coalesce(max(position), 0) from audit_entry where chain = audit_head.chain)`,
    "vacuum analyze audit_entry",
  );
  await client.query("set session_replication_role = origin");
}
const { rows: sizes } = await client.query<object>(
  `select (select count(*)::int from audit_entry) as entries, pg_size_pretty(pg_table_size('audit_entry')) as "table",
     (select json_object_agg(indexrelname, pg_size_pretty(pg_relation_size(indexrelid))) from pg_stat_user_indexes
      where relname = 'audit_entry') as indexes`,
);
say(JSON.stringify(sizes[0]));

const admin = await portal.staff(`admin${Date.now()}`);
await db.updateTable("app_user").set({ role: "admin" }).where("id", "=", admin.id).execute();
const address = await portal.app.listen({ port: 0, host: "127.0.0.1" });
const bare = Fastify();
bare.get("/", async () => (await pool.query("select id, name from app_user where id = $1", [1])).rows);
const bareAddress = await bare.listen({ port: 0, host: "127.0.0.1" });

const headers = { authorization: `Bearer ${admin.token}`, accept: "application/json" };
interface Answer {
  entries: unknown[];
  nextCursor: string | null;
}
async function ask(query: Record<string, string>): Promise<Answer> {
  const answer = await fetch(`${address}/staff/audit?${new URLSearchParams(query)}`, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${JSON.stringify(query)}: ${answer.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as Answer;
}
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const period = { from: day(2000), to: day(1900) };
const [holder, much, person, own] = ["user/70007", `user/${opened}`, "7", "70007"];
const changes = "user.roleSet,holder.clientNumberSet,user.nameChanged,bankAccount.changed,bankAccount.added";
const filters: Record<string, Record<string, string>> = {
  "no filter": {},
  "a period": period,
  "a client": { holder },
  "a client with 150,000 entries": { holder: much },
  "that client, a rare action": { holder: much, action: "user.roleSet" },
  "that client, five actions": { holder: much, action: changes },
  "that client, a colleague": { holder: much, person },
  "that client, a person who never opened it": { holder: much, person: own },
  "that client, a colleague, an action, a period": { holder: much, person, action: "document.opened", ...period },
  "an object": { subject: "setting/brand" },
  "an object, an action": { subject: "setting/brand", action: "user.roleSet" },
  "a colleague": { person },
  "a colleague, a period": { person, ...period },
  "a colleague, a rare action": { person, action: "user.roleSet" },
  "a colleague, five actions": { person, action: changes },
  "a client as the person": { person: own },
  "a frequent action": { action: "holder.accessedByStaff" },
  "a rare action": { action: "user.roleSet" },
  "five actions": { action: changes },
  "five actions, a period": { action: changes, ...period },
  "an action that never happened": { action: "company.discarded" },
};

/** Each call beside a bare one, so that other work on the machine slows both. */
async function pair(times: number, call: () => Promise<unknown>): Promise<{ taken: number; base: number }> {
  const [ours, bases]: [number[], number[]] = [[], []];
  for (let index = 0; index < times; index++) {
    const begun = performance.now();
    await call();
    const between = performance.now();
    await (await fetch(bareAddress)).text();
    ours.push(between - begun);
    bases.push(performance.now() - between);
  }
  return { taken: median(ours), base: median(bases) };
}
async function row(what: string, found: string, query: Record<string, string>): Promise<void> {
  const { taken, base } = await pair(25, () => ask(query));
  const [ms, bare1, ratio] = [taken.toFixed(1), base.toFixed(2), (taken / base).toFixed(0)];
  say(`${what.padEnd(52)} ${ms.padStart(8)} ms  bare ${bare1.padStart(6)} ms  ${ratio.padStart(4)} ×  ${found}`);
}
await pair(20, () => ask({}));
for (const [what, query] of Object.entries(filters)) {
  const { entries: found, nextCursor } = await ask(query);
  await row(what, String(found.length), query);
  if (nextCursor !== null) await row(`${what}, second page`, "", { ...query, cursor: nextCursor });
}

/** Milliseconds that PostgreSQL takes for 20,000 entries; nothing stays. */
async function writing(without: string): Promise<number> {
  await client.query("begin");
  if (without !== "") await client.query(`drop index ${without}`);
  const { rows: plan } = await client.query<{ "QUERY PLAN": string }>(
    `explain analyze ${made(entries + 700_000, entries + 719_999)}`,
  );
  await client.query("rollback");
  return Number(/Execution Time: ([\d.]+)/.exec(plan.at(-1)?.["QUERY PLAN"] ?? "")?.[1]);
}
for (const without of ["", "audit_entry_of_action, audit_entry_of_person"]) {
  const taken = [await writing(without), await writing(without), await writing(without)];
  say(`20,000 entries written${without === "" ? "" : " without the two indexes"}: ${median(taken).toFixed(0)} ms`);
}
await bare.close();
await client.end();
await portal.close();

/**
 * `node bench/exports.ts [entries]`: seconds and memory of an export of a million entries of a thousand holders, booked within one quarter:
 * entries alone, and with the positions, values and fees of each day.
 */
import { sql } from "kysely";
import type { ExportContent, ExportFormat } from "../api/rules/data-exports.ts";
import { makeExport } from "../server/domains/data-exports/making.ts";
import { openPortal } from "./database.ts";
import { openMarket } from "./ledgers.ts";

const entries = Number(process.argv[2] ?? 1_000_000);
const holders = 1000;
const perHolder = Math.ceil(entries / holders);
const period = { from: "2026-01-01", to: "2026-03-31" };

const portal = await openPortal();
const { services } = portal;
const { db } = services;
const ids = await openMarket(portal);
await sql`
  insert into app_user (email, name, password_hash, state, role)
  select 'bench-' || n || '@example.org', 'Client ' || n, '-', 'postKYC', 'client' from generate_series(1, ${holders}::int) as n`.execute(
  db,
);
await sql`
  insert into holder_account (holder_type, holder_id, client_number) select 'user', id, 'B' || id from app_user where email like 'bench-%'`.execute(
  db,
);
const insertEntries = sql`
  insert into ledger_entry (holder_type, holder_id, day, booked_at, kind, instrument_id, quantity, price, currency, amount, fee,
    order_id, external_id, fingerprint, description)
  select 'user', app_user.id, day, day::timestamptz, case when n = 0 then 'deposit' else 'buy' end,
    case when n > 0 then (${ids}::bigint[])[1 + n % ${ids.length}::int] end, case when n > 0 then 2.125 end, case when n > 0 then 10.0337 end,
    'USD', case when n = 0 then 1000000 else -22.32 end, case when n > 0 then 1 end, 'order-' || n, 'row-' || n, 'row-' || n,
    'Покупка на дялове ' || n
  from app_user, generate_series(0, ${perHolder - 1}::int) as n, lateral (select ${period.from}::date + (n::bigint * 90 / ${perHolder}::int)::int as day) as on_day
  where email like 'bench-%' order by app_user.id, n`;
await db.transaction().execute(async (trx) => {
  await sql`set local statement_timeout = 0`.execute(trx);
  await insertEntries.execute(trx);
});
await sql`
  insert into ledger_head (holder_type, holder_id, entries, first_day, last_day) select 'user', id, ${perHolder}, ${period.from}::date, ${period.to}::date
  from app_user where email like 'bench-%' on conflict (holder_type, holder_id) do update set entries = excluded.entries,
    first_day = excluded.first_day, last_day = excluded.last_day`.execute(db);

async function measure(contents: ExportContent[], format: ExportFormat): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into data_export (contents, format, language, period_from, period_to, positions_per, scope, asked_by)
    select ${contents}::text[], ${format}, 'en', ${period.from}::date, ${period.to}::date, 'day', 'all', min(id) from app_user returning id`.execute(
    db,
  );
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  const started = performance.now();
  const cpu = process.cpuUsage();
  await makeExport(services, rows[0]?.id ?? 0);
  clearInterval(timer);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const made = await sql<{ content: string; rows: number; size: number }>`
    select content, rows, size from data_export_file where export_id = ${rows[0]?.id ?? 0}`.execute(db);
  const files = made.rows.map((file) => `${file.content} ${file.rows} rows ${(file.size / 1e6).toFixed(1)} MB`);
  console.log(
    `${format} ${contents.join("+")}: ${seconds.toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of a processor), memory +${((peak - before) / 1e6).toFixed(0)} MB (${(peak / 1e6).toFixed(0)} MB); ${files.join(", ")}`,
  );
}

await measure(["entries"], "parquet");
await measure(["entries"], "csv");
if (process.argv.includes("--all")) await measure(["entries", "positions", "values", "fees"], "parquet");
await services.workers.close();
await portal.close();

/** Many clients, and a run of reports for all of them, in the portal under load. */
import { sql } from "kysely";
import { readKnowledgeNow } from "../server/domains/market-data/knowledge.ts";
import { bookEntries } from "../server/domains/portfolios/ledger/writer.ts";
import { addRun, getRun, reachOf } from "../server/domains/report-runs/runs.ts";
import { workOnRun } from "../server/domains/report-runs/working.ts";
import { systemContext } from "../server/jobs/system-context.ts";
import { transact } from "../server/unit-of-work/transact.ts";
import type { BenchPortal } from "./database.ts";

const quarter = { from: "2020-01-01", to: "2020-03-31" };

/** Clients with a deposit and two purchases each. */
export async function fillMany({ services }: BenchPortal, market: readonly number[], count: number): Promise<void> {
  const { db } = services;
  const { rows } = await sql<{ id: number }>`
    insert into app_user (email, name, password_hash, state, role, email_confirmed_at)
    select 'many' || n || '@bench.example', 'Many ' || n, 'none', 'postKYC', 'client', now() from generate_series(1, ${count}) n
    returning id`.execute(db);
  await sql`
    insert into holder_account (holder_type, holder_id, client_number)
    select 'user', id, 'MANY-' || id from unnest(${rows.map(({ id }) => id)}::bigint[]) id`.execute(db);
  const shared = { currency: "EUR", day: "2020-01-06" } as const;
  for (const { id } of rows)
    await bookEntries(db, { holderType: "user", holderId: id }, [
      { ...shared, kind: "deposit", amount: "1000", externalId: `d${id}`, fingerprint: `d${id}` },
      ...[0, 1].map((n) => ({
        ...shared,
        kind: "buy" as const,
        currency: "USD",
        instrumentId: market[n] ?? 0,
        quantity: "2",
        amount: "-21",
        externalId: `b${n} ${id}`,
        fingerprint: `b${n} ${id}`,
      })),
    ]);
}

/** Published as they are made; reports with gaps are kept all the same. */
export async function runReports({ services }: BenchPortal): Promise<{ seconds: number; made: number }> {
  const context = systemContext(services, "bench");
  const knownAt = await readKnowledgeNow(services.db);
  const which = { kind: "assets", ...quarter, scope: "all", group: null, definitionId: null } as const;
  const before = performance.now();
  const id = await transact(context, (tx) =>
    addRun(
      tx,
      { ...which, chosen: [], scheduleId: null, language: null, atOnce: true, knownAt, userId: null },
      reachOf(services, which),
    ),
  );
  for (;;) {
    await workOnRun(services, id ?? 0, { waitingMails: Number.MAX_SAFE_INTEGER });
    const { state, counts } = await getRun(context, id ?? 0);
    const { told = 0, gapped = 0 } = counts;
    if (state !== "running") return { seconds: (performance.now() - before) / 1000, made: told + gapped };
  }
}

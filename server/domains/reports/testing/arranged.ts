/** Reports and subscriptions in a test database, without the jobs that make them. */
import { createHash } from "node:crypto";
import type { ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { canonicalJson } from "@portico/reports/canonical.ts";
import { sql } from "kysely";
import type { Db } from "../../../kernel/transaction.ts";

const given = {
  firm: "Portico",
  timeZone: "Europe/Sofia",
  holder: { type: "user", name: "Anna", account: "A-1" },
  baseCurrency: "EUR",
};

/** A made report of nothing: a statement of assets, or the same data under another kind. */
export async function arrangeReport(
  db: Db,
  { holderType, holderId }: Holder,
  kind: ReportKind = "assets",
): Promise<number> {
  const { baseCurrency: currency, ...shown } = given;
  const data = canonicalJson({
    kind: "assets",
    template: 1,
    given: shown,
    period: { from: "2026-01-01", to: "2026-03-31" },
    currency,
    basis: "trade",
    instruments: [],
    cash: [],
    totals: { instruments: "0.00", cash: "0.00", all: "0.00" },
    excluded: [],
    gaps: [],
  });
  const { rows } = await sql<{ id: number }>`
    insert into report (holder_type, holder_id, kind, period_from, period_to, language, known_at, template_version, given,
      state, data, data_hash, writer_version, made_at)
    values (${holderType}, ${holderId}, ${kind}, '2026-01-01', '2026-03-31', 'en', now(), 1, ${canonicalJson(given)},
      'made', ${data}, ${createHash("sha256").update(data).digest()}, 1, now())
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** A subscription to the monthly statement of assets, which is due on a day; its id. */
export async function arrangeSubscription(
  db: Db,
  { holderType, holderId }: Holder,
  madeBy: { id: number },
  dueOn = "2099-01-01",
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into report_subscription (holder_type, holder_id, kind, frequency, language, made_by, due_on)
    values (${holderType}, ${holderId}, 'assets', 'month', 'en', ${madeBy.id}, ${dueOn}::date) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
}

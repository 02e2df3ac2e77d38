/** Mandates in a test database. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../../kernel/transaction.ts";

interface Arranged {
  from?: string;
  category?: "retail" | "professional" | "eligible";
  service?: "management" | "advice" | "execution";
  leverage?: boolean;
  benchmark?: number | null;
  frequency?: "month" | "quarter" | "year" | null;
  singleConfirmations?: boolean;
  /** When it was recorded. */
  at?: string;
}

/** A mandate of portfolio management with quarterly statements, unless said otherwise; its id. */
export async function arrangeMandate(
  db: Db,
  { holderType, holderId }: Holder,
  {
    from = "2020-01-01",
    category = "retail",
    service = "management",
    leverage = false,
    benchmark = null,
    frequency = service === "management" ? "quarter" : null,
    singleConfirmations = false,
    at = `${from}T08:00:00Z`,
  }: Arranged = {},
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into mandate (holder_type, holder_id, from_day, category, service, leverage, benchmark_id, frequency,
      single_confirmations, recorded_at)
    values (${holderType}, ${holderId}, ${from}::date, ${category}, ${service}, ${leverage}, ${benchmark}, ${frequency},
      ${singleConfirmations}, ${at}::timestamptz)
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

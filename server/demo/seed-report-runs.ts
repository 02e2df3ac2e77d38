/** A finished run of last year's reports with one that failed, and a schedule that waits for its next quarter. */
import { usualPeriods } from "@portico/api/rules/report-periods.ts";
import { periodAround } from "@portico/api/rules/report-runs.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { readKnowledgeNow } from "../domains/market-data/knowledge.ts";
import { addRun, reachOf } from "../domains/report-runs/runs.ts";
import { addSchedule } from "../domains/report-runs/schedules.ts";
import { failAddressee, workOnRun } from "../domains/report-runs/working.ts";
import { systemContext } from "../jobs/system-context.ts";
import type { Services } from "../kernel/context.ts";
import { transact } from "../unit-of-work/transact.ts";

/** After the reports that clients asked for. The failed one succeeds when it is tried again. */
export async function seedReportRuns(
  services: Services,
  holders: Record<"ivan" | "anna" | "james" | "maritsa", Holder>,
  today: string,
): Promise<void> {
  const { year } = usualPeriods(today);
  const { rows } = await sql<{ id: number }>`
    select id from app_user where email = 'office@portico.example'`.execute(services.db);
  const userId = rows[0]?.id ?? 0;
  const context = systemContext(services, "demo");
  const knownAt = await readKnowledgeNow(services.db);
  const chosen = Object.values(holders);
  const which = { kind: "management", ...year, scope: "chosen", group: null, definitionId: null, chosen } as const;
  const run = await transact(context, async (tx) => {
    const order = { ...which, scheduleId: null, language: null, atOnce: true, knownAt, userId };
    const id = await addRun(tx, order, reachOf(services, which));
    if (id !== undefined) await failAddressee(tx, id, holders.ivan, "unavailable");
    await addSchedule(tx, {
      kind: "assets",
      repeats: "quarterly",
      scope: "all",
      group: null,
      definitionId: null,
      language: null,
      atOnce: false,
      businessDays: 5,
      startsItself: false,
      nextTo: periodAround("quarterly", today).to,
      userId,
    });
    return id;
  });
  if (run !== undefined) await workOnRun(services, run);
}

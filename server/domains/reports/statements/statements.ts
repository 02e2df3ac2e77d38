/** The statement of assets at once, and for staff who opened one in a quarter. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { reports } from "@portico/api/reports.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { quarterOf } from "@portico/api/rules/report-periods.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import type { Context } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { askForReport } from "../reports.ts";
import { countOpenings, findFresh, listOpenings } from "./statements.queries.ts";

/** For so long one that was made is taken again: what was booked meanwhile is seen a little later. */
const freshMinutes = 15;

/** The statement of the last day that is over; made, or being made. `noClientNumber` and `ledgerElsewhere` as of any report. */
export async function askForStatement(context: Context, holder: Holder, language: Language): Promise<{ id: number }> {
  const { today } = await firmDay(context.db, context.now());
  const day = addDays(today, -1);
  const fresh = await findFresh(context.db, holder, { day, language, minutes: freshMinutes });
  return fresh === undefined
    ? askForReport(context, holder, { kind: "assets", from: day, to: day, language })
    : { id: fresh };
}

interface Query {
  quarter: string;
  opened?: "yes" | "no" | undefined;
  search: string;
  cursor?: string | undefined;
  limit: number;
}

/** Who opened an up-to-date statement in the quarter, and who did not, by client number. */
export async function listStatementOpenings(
  { db }: Context,
  { cursor, limit, quarter: dayOfIt, ...filter }: Query,
): Promise<Answer<(typeof reports)["listStatementOpenings"]>> {
  const quarter = quarterOf(dayOfIt).from;
  const [{ rows, nextCursor }, counts] = await Promise.all([
    readPage(
      { cursor, limit, order: "clientNumber" },
      (start) => listOpenings(db, { ...filter, quarter, after: start.after?.value, limit: start.limit }),
      (row) => [row.client_number, row.holder_id],
    ),
    cursor === undefined ? countOpenings(db, quarter) : null,
  ]);
  return {
    openings: rows.map((row) => ({
      ...holderOf(row),
      name: row.name,
      clientNumber: row.client_number,
      openedAt: row.opened_at?.toISOString() ?? null,
      openedBy: row.opened_by,
      reportId: row.report_id,
    })),
    counts,
    nextCursor,
  };
}

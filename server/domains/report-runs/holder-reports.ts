/** What became of a holder's reports, and that they are unchanged. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { reportRuns } from "@portico/api/report-runs.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { getHolder } from "../holders/holders.ts";
import { listTellings } from "../reports/publication.ts";
import { checkReport } from "../reports/verification.ts";
import { findOfHolder, type HolderReportRecord, listOfHolder, listOpenings } from "./holder-reports.queries.ts";

const newestFirst = "reportsOfHolder";

const described = (row: HolderReportRecord) => ({
  id: row.id,
  kind: row.kind,
  from: row.from,
  to: row.to,
  language: row.language,
  dataHash: row.data_hash.toString("hex"),
  run: row.run_id,
  madeAt: row.made_at.toISOString(),
  publishedAt: row.published_at?.toISOString() ?? null,
  replaces: row.replaces,
  replacedBy: row.replaced_by,
});

/** The newest first, with those that are not published. */
export async function listHolderReports(
  { db }: Context,
  holder: Holder,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Answer<typeof reportRuns.listOfHolder>> {
  await getHolder(db, holder);
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: newestFirst },
    (start) => listOfHolder(db, holder, { before: start.after?.id, limit: start.limit }),
    ({ id }) => [String(id), id],
  );
  return {
    reports: rows.map((row) => ({
      ...described(row),
      gaps: row.gaps,
      toldAt: row.told_at?.toISOString() ?? null,
      undelivered: row.undelivered,
      openedAt: row.opened_at?.toISOString() ?? null,
    })),
    nextCursor,
  };
}

/** One of them: whom it was told and who opened it, and its hash compared with its stored data, and with them made again now. */
export async function getHolderReport(
  context: Context,
  holder: Holder,
  id: number,
): Promise<Answer<typeof reportRuns.getProof>> {
  const row = await findOfHolder(context.db, holder, id);
  if (!row) throw new Refusal("notFound");
  const [tellings, openings] = await Promise.all([listTellings(context.db, id), listOpenings(context.db, id)]);
  const check = await checkReport(context, id);
  return {
    ...described(row),
    knownAt: row.known_at.toISOString(),
    publishedBy: row.published_by,
    tellings: tellings.map((one) => ({
      name: one.name,
      toldAt: one.told_at.toISOString(),
      undeliveredAt: one.undelivered_at?.toISOString() ?? null,
      undeliveredReason: one.undelivered_reason,
    })),
    openings: openings.map(({ name, form, opened_at }) => ({ name, form, openedAt: opened_at.toISOString() })),
    checkedAt: context.now().toISOString(),
    ...check,
  };
}

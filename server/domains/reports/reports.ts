/** Reports to a holder: asked for, listed, read. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { reports } from "@portico/api/reports.ts";
import { isTaxKind, partOfKind, type ReportKind, reportKinds } from "@portico/api/rules/reports.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { changesBetween } from "@portico/reports/changes.ts";
import type { ReportGap } from "@portico/reports/data.ts";
import type { RowOwner } from "../../http/access.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { decodeCursor, encodeCursor } from "../../kernel/cursor.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { delegatedPartsOf, isHolder, readsAsStaff, type Viewer } from "../../kernel/viewer.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { readKnowledgeNow } from "../market-data/knowledge.ts";
import { readGiven } from "./given.ts";
import { kinds, offeredKinds } from "./kinds/kinds.ts";
import { recordOpening } from "./openings.ts";
import { keyOf, makeJob } from "./reports.jobs.ts";
import {
  findMaking,
  findOwner,
  findReport,
  insertReport,
  type ListedRecord,
  type ListFilter,
  listReports,
  type ReportRecord,
} from "./reports.queries.ts";
import { readTaxKinds } from "./tax-given.ts";

interface Wanted {
  kind: ReportKind;
  from: string;
  to: string;
  language: Language;
}

/** The kinds that can be asked for, in the order in which pages offer them. */
export const listOfferedKinds = (): readonly ReportKind[] => offeredKinds;

/** Whose the report is, and to which part it belongs; undefined if there is none. */
export async function findReportOwner(db: Db, id: number): Promise<RowOwner | undefined> {
  const row = await findOwner(db, id);
  return (
    row && { holder: holderOf(row), part: partOfKind(row.kind), ...(!row.shown && { forStaffAlone: true as const }) }
  );
}

function refuseWrong(holder: Holder, { kind, from, to }: Wanted, today: string): void {
  const fields = [
    ...(kinds[kind] ? [] : [{ path: "kind", code: "notAllowed" } as const]),
    ...(to < from ? [{ path: "to", code: "beforeStart" } as const] : []),
    ...(to >= today ? [{ path: "to", code: "notOver" } as const] : []),
    ...(kinds[kind]?.refuse?.(holder, { from, to }) ?? []),
  ];
  if (fields.length > 0) throw new Refusal("badInput", { fields });
}

/**
 * Asks for a report from what is known now, for the viewer or the portal itself, which a job makes; if one of the period and language is just being made, it is that
 * one. `badInput` for a kind that the portal does not make, of that holder or of such a period, and for a period that is not over.
 */
export async function askForReport(context: Context, holder: Holder, wanted: Wanted): Promise<{ id: number }> {
  const { given, today } = await readGiven(context, holder, wanted.kind);
  refuseWrong(holder, wanted, today);
  const template = kinds[wanted.kind]?.template ?? 0;
  const series = { holder, ...wanted };
  const making = await findMaking(context.db, series);
  if (making !== undefined) return { id: making };
  // Before the transaction, which would keep others from committing.
  const knownAt = await readKnowledgeNow(context.db);
  const id = await transact(context, async (tx) => {
    const inserted = await insertReport(tx, series, {
      knownAt,
      template,
      given,
      askedBy: context.viewer?.userId ?? null,
    });
    if (inserted === undefined) return undefined;
    await tx.enqueue(makeJob, { id: inserted }, { key: keyOf(inserted) });
    tx.audit("report.asked", holder, { after: { report: inserted, ...wanted, knownAt } });
    tx.emit("report", holder);
    return inserted;
  });
  const other = id ?? (await findMaking(context.db, series));
  // Somebody asked for the same at the same moment, and theirs is made already.
  if (other === undefined) throw new Refusal("unavailable", { retryAfter: 1 });
  return { id: other };
}

const presented = (row: Omit<ReportRecord, "given" | "data">) =>
  ({
    id: row.id,
    state: row.state === "same" ? "made" : row.state,
    kind: row.kind,
    from: row.from,
    to: row.to,
    language: row.language,
    knownAt: row.known_at.toISOString(),
    askedAt: row.asked_at.toISOString(),
    madeAt: row.made_at?.toISOString() ?? null,
    failure: row.failure,
    dataHash: row.data_hash?.toString("hex") ?? null,
    replaces: row.replaces,
    replacedBy: row.replaced_by,
  }) as const;

const sort = "id";

/** Tax packs are those of the holder's countries. */
async function listOffered(context: Context, holder: Holder): Promise<ReportKind[]> {
  const own = await readTaxKinds(context, holder);
  return [...offeredKinds.filter((kind) => !isTaxKind(kind)), ...own];
}

/** The kinds of reports of the holder that the viewer may read, and whether only as a delegate. */
function readableKinds(viewer: Viewer, holder: Holder): { kinds: readonly ReportKind[]; byDelegate: boolean } {
  if (isHolder(viewer, holder) || readsAsStaff(viewer, holder)) return { kinds: reportKinds, byDelegate: false };
  const parts = delegatedPartsOf(viewer, holder);
  return { kinds: reportKinds.filter((kind) => parts.includes(partOfKind(kind))), byDelegate: true };
}

/** One page of the holder's reports, newest first. A delegate gets those of their parts, and can ask for none. */
export async function listHolderReports(
  context: Context,
  holder: Holder,
  { cursor, limit, ...filter }: { cursor?: string | undefined; limit: number } & ListFilter,
): Promise<Answer<(typeof reports)["list"]>> {
  const before = cursor === undefined ? undefined : decodeCursor(cursor, sort).id;
  const { kinds: readable, byDelegate } = readableKinds(requireViewer(context), holder);
  const rows = await listReports(context.db, holder, { before, limit: limit + 1, kinds: readable, ...filter });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    reports: rows.slice(0, limit).map((row: ListedRecord) => ({
      ...presented(row),
      gaps: row.gaps,
      openedAt: byDelegate ? null : (row.opened_at?.toISOString() ?? null),
    })),
    offer: { kinds: byDelegate ? [] : await listOffered(context, holder) },
    nextCursor: last ? encodeCursor(sort, String(last.id), last.id) : null,
  };
}

/** The report; of one that says what an earlier one said, that one. `notFound` if there is none. */
export async function readReport(db: Db, id: number): Promise<ReportRecord> {
  const row = await findReport(db, id);
  const meant = row?.same_as ? await findReport(db, row.same_as) : row;
  if (!meant) throw new Refusal("notFound");
  return meant;
}

/** A made report, its data, and those of the report that it replaces. */
export async function readMade(db: Db, id: number) {
  const row = await readReport(db, id);
  if (row.data === null || row.data_hash === null) throw new Refusal("stateConflict");
  const former = row.replaces === null ? undefined : await findReport(db, row.replaces);
  const data = JSON.parse(row.data) as Record<string, unknown>;
  const before = former?.data ? (JSON.parse(former.data) as Record<string, unknown>) : undefined;
  return {
    row,
    data,
    dataHash: row.data_hash.toString("hex"),
    changes: before ? changesBetween(row.kind, before, data) : [],
  };
}

/** A report with its data, once it is made; the first look of the holder's people is recorded. */
export async function getReport(context: Context, id: number): Promise<Answer<(typeof reports)["get"]>> {
  const row = await readReport(context.db, id);
  const { holderType, holderId } = holderOf(row);
  const about = { ...presented(row), holderType, holderId };
  if (row.data === null) return { ...about, data: null, gaps: [], changes: [] };
  const { data, changes } = await readMade(context.db, row.id);
  await recordOpening(context, { reportId: row.id, holder: { holderType, holderId }, form: "page" });
  return { ...about, data, gaps: (data["gaps"] ?? []) as (ReportGap & Record<string, unknown>)[], changes };
}

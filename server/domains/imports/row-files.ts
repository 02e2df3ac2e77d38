/** Files of rows beside statements (announcements, values of benchmarks, NAVs): what lists, answers and the audit log say of them. */
import type { RowFile } from "@portico/api/row-files.ts";
import type { RowFileRecord } from "../../database/row-files.queries.ts";
import type { Context } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { canOf, type Verdict } from "../../kernel/policy.ts";
import type { Db } from "../../kernel/transaction.ts";
import { getUserNames } from "../holders/holders.ts";

/** Rows shown of each list of a preview; their numbers count all. */
export const shownRows = 200;

/** A name fit for lists: without control characters, which the database cannot store either. */
export const shownName = (fileName: string): string => fileName.toWellFormed().replace(/\p{Cc}/gu, "\uFFFD");

/** Refusals as a preview shows them, by line; those of the whole file first. */
export const shownRefusals = <Code extends string>(
  refusals: readonly { line: number | null; code: Code; detail: string | null }[],
) =>
  refusals
    .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
    .slice(0, shownRows)
    .map(({ line, code, detail }) => ({ line, code, detail }));

/** What the audit log says of a file. */
export const toAuditedFile = (record: RowFileRecord) => ({
  fileName: record.file_name,
  state: record.state,
  rows: record.rows,
  newRows: record.new_rows,
  knownRows: record.known_rows,
  correctedRows: record.corrected_rows,
  refusedRows: record.refused_rows,
});

async function presentRowFiles(db: Db, records: readonly RowFileRecord[]): Promise<RowFile[]> {
  const names = await getUserNames(db, [...new Set(records.map(({ created_by }) => created_by))]);
  return records.map((record) => ({
    ...toAuditedFile(record),
    id: record.id,
    created_at: record.created_at.toISOString(),
    created_by: names.get(record.created_by) ?? String(record.created_by),
    markedRows: record.marked_rows,
  }));
}

/** A file, with what may be done with it; `verdict` is why the caller may not store such files, or null. */
export async function presentRowFile({ db }: Context, record: RowFileRecord, verdict: Verdict) {
  const settled = verdict ?? (record.state === "previewed" ? null : "stateConflict");
  const [file] = await presentRowFiles(db, [record]);
  return {
    ...(file as RowFile),
    can: canOf({
      confirm: settled ?? (record.new_rows + record.corrected_rows === 0 ? "stateConflict" : null),
      discard: settled,
    }),
  };
}

/** A page of files, the newest first. */
export async function listPageOfRowFiles(
  { db }: Context,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  read: (start: { below: number | undefined; limit: number }) => Promise<RowFileRecord[]>,
): Promise<{ uploads: RowFile[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: "newest" },
    (start) => read({ below: start.after?.id, limit: start.limit }),
    ({ id }) => ["", id],
  );
  return { uploads: await presentRowFiles(db, rows), nextCursor };
}

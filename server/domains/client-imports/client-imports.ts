/** Files of clients: previewed, decided line by line where somebody is perhaps there already, booked and taken back by a job. */

import type { ClientImport, ClientImportLine, clientImports } from "@portico/api/client-imports.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { ClientImportAction } from "@portico/api/rules/client-imports.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { toAsker } from "../imports/audit-entries.ts";
import { needsTwo } from "../proposals/proposals.ts";
import { bookJob, keyOf } from "./client-imports.jobs.ts";
import { allowedMoves } from "./client-imports.policy.ts";
import {
  countLines,
  decideLine,
  deleteLines,
  findImport,
  type ImportRow,
  type LineCounts,
  type LineRow,
  listImportRows,
  listLineRows,
  moveImport,
  retryFailed,
} from "./client-imports.queries.ts";

type Calls = typeof clientImports;

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null;
const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });

function present(
  row: ImportRow,
  counts: LineCounts,
  { byTwo, viewer }: { byTwo: boolean; viewer: number },
): ClientImport {
  const { uploadedBy, uploadedByName, bookedBy, bookedByName, refusal, refusalDetail } = row;
  return {
    id: row.id,
    fileName: row.fileName,
    state: row.state,
    refusal: refusal && { code: refusal, detail: refusalDetail },
    encoding: row.encoding,
    columns: row.columns,
    counts,
    people: row.people,
    companies: row.companies,
    identified: row.identified,
    reason: row.reason,
    uploadedBy: { id: uploadedBy, name: uploadedByName },
    uploadedAt: row.uploadedAt.toISOString(),
    bookedBy: named(bookedBy, bookedByName),
    bookedAt: instantOf(row.bookedAt),
    endedAt: instantOf(row.endedAt),
    kept: row.kept,
    needsColleague: byTwo && uploadedBy === viewer,
    can: allowedMoves(row.state, counts),
  };
}

async function presentAll(context: Context, rows: readonly ImportRow[]): Promise<ClientImport[]> {
  const [counts, byTwo] = await Promise.all([
    countLines(
      context.db,
      rows.map(({ id }) => id),
    ),
    needsTwo(context.db),
  ]);
  const viewer = requireViewer(context).userId;
  return rows.map((row) => present(row, counts.get(row.id) ?? {}, { byTwo, viewer }));
}

async function requireImport(db: Db, id: number): Promise<ImportRow> {
  const row = await findImport(db, id);
  if (!row) throw new Refusal("notFound");
  return row;
}

export async function getClientImport(context: Context, id: number): Promise<ClientImport> {
  const [one] = await presentAll(context, [await requireImport(context.db, id)]);
  return one as ClientImport;
}

export async function listClientImports(
  context: Context,
  { cursor, limit }: Parsed<Calls["list"]>["query"],
): Promise<Answer<Calls["list"]>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: "newest" },
    (start) => listImportRows(context.db, { below: start.after?.id, limit: start.limit }),
    ({ id }) => ["", id],
  );
  return { imports: await presentAll(context, rows), nextCursor };
}

/** Reads the file on a worker thread; stores only the preview. */
export async function previewClients(
  context: Context,
  { content, base64data, ...upload }: Parsed<Calls["preview"]>["body"],
): Promise<ClientImport> {
  const asker = toAsker(context);
  const { id } = await context.workers.run(
    "previewClients",
    { upload: { ...upload, sent: base64data ?? content?.pieces ?? [] }, asker },
    { holder: `user/${asker.userId}`, ...(context.caller.signal && { signal: context.caller.signal }) },
  );
  return getClientImport(context, id);
}

function holderOf({ userId, companyId, holderName }: LineRow): ClientImportLine["holder"] {
  if (userId !== null) return { holderType: "user", holderId: userId, name: holderName ?? "" };
  return companyId === null ? null : { holderType: "company", holderId: companyId, name: holderName ?? "" };
}

function presentLine(row: LineRow): ClientImportLine {
  const { data, written, holderEmail } = row;
  return {
    line: row.line,
    state: row.state,
    kind: row.kind,
    name: data?.name || written?.name || (row.holderName ?? ""),
    email: data?.email ?? written?.email ?? (data === null ? holderEmail : null),
    phone: data?.phone ?? written?.phone ?? null,
    clientNumber: data?.clientNumber ?? written?.clientNumber ?? null,
    faults: row.faults,
    notes: row.notes,
    failure: row.failure,
    holder: holderOf(row),
    asked: row.asked,
  };
}

export async function listClientLines(
  { db }: Context,
  id: number,
  { state, cursor, limit }: Parsed<Calls["listLines"]>["query"],
): Promise<Answer<Calls["listLines"]>> {
  await requireImport(db, id);
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: "line" },
    (start) => listLineRows(db, id, { states: state && [state], after: start.after?.id ?? 0, limit: start.limit }),
    ({ line }) => ["", line],
  );
  return { lines: rows.map(presentLine), nextCursor };
}

/** `stateConflict` if the line does not ask, is booked, or the file is being booked. */
export const decideClientLine = (
  context: Context,
  id: number,
  decided: { line: number; is: "new" | "same" },
): Promise<ClientImportLine> =>
  transact(context, async (tx) => {
    await requireImport(tx, id);
    const row = await decideLine(tx, id, decided);
    if (!row) throw new Refusal("stateConflict");
    tx.audit("clientImport.decided", id, { after: { line: decided.line, decision: decided.is } });
    tx.emit("clientImports:changed", {});
    return presentLine(row);
  });

/** With four eyes on, nobody books their own file; identified clients need what their identification rests on. */
async function checkBooking(tx: Tx, context: Context, row: ImportRow, reason: string | undefined): Promise<void> {
  if ((await needsTwo(tx)) && row.uploadedBy === requireViewer(context).userId) throw new Refusal("fourEyes");
  if (row.identified > 0 && (reason ?? row.reason) === null)
    throw new Refusal("badInput", { fields: [{ path: "reason", code: "required" }] });
}

/** `stateConflict` if the file is in another state, or nothing is left to be done; `fourEyes` as of `checkBooking`. */
export async function moveClientImport(
  context: Context,
  id: number,
  { action, reason }: { action: ClientImportAction; reason?: string | undefined },
): Promise<ClientImport> {
  await transact(context, async (tx) => {
    const row = await requireImport(tx, id);
    const counts = (await countLines(tx, [id])).get(id) ?? {};
    if (!allowedMoves(row.state, counts)[action]) throw new Refusal("stateConflict");
    if (action === "book") await checkBooking(tx, context, row, reason);
    if (!(await moveImport(tx, id, action, { by: requireViewer(context).userId, reason })))
      throw new Refusal("stateConflict");
    if (action === "book") await retryFailed(tx, id);
    if (action === "discard") await deleteLines(tx, id);
    if (action === "book" || action === "resume" || action === "undo")
      await tx.enqueue(bookJob, { id }, { key: keyOf(id) });
    const identified = action === "book" ? row.identified : undefined;
    tx.audit("clientImport.moved", id, { after: { action, reason, identified } });
    tx.emit("clientImports:changed", {});
  });
  return getClientImport(context, id);
}

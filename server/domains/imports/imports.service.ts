/** Files of custodians and of the firm: looked at, shown, and then written whole or not at all. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { ImportPreview, imports, OpeningBalance } from "@portico/api/imports.ts";
import { audit } from "../../audit/audit.ts";
import { type Context, requireViewer } from "../../context.ts";
import { type Db, inTransaction, type Trx } from "../../database/transaction.ts";
import { decodeCursor, encodeCursor } from "../../http/cursor.ts";
import { Refusal } from "../../http/refusal.ts";
import { getUserNames } from "../holders/holders.service.ts";
import { firmDay } from "../portfolios/portfolios.days.ts";
import { getHoldings } from "../portfolios/portfolios.holdings.ts";
import { previewEntries } from "../portfolios/portfolios.writer.ts";
import { packed } from "./imports.evidence.ts";
import type { ReadFile } from "./imports.file.ts";
import { withOpeningBalances } from "./imports.opening.ts";
import { answerOf, countsOf, type Examined, storedPreview } from "./imports.preview.ts";
import { findImport, type ImportRecord, insertImport, listImportRecords, settleImport } from "./imports.queries.ts";
import { replaceQuotes } from "./imports.quotes.queries.ts";
import { prepareQuotes } from "./imports.quotes.ts";
import { type ImportKind, readFile } from "./imports.reader.ts";
import { examinedStatement, type Outcome, type Prepared, prepareStatement } from "./imports.statement.ts";
import { inTurn } from "./imports.turns.ts";

export interface Upload {
  kind: ImportKind;
  content: string;
  openingBalances: readonly OpeningBalance[];
}

/** A file as read, with what staff typed beside it. */
export interface Read {
  file: ReadFile;
  typedInstruments: ReadonlySet<number>;
}

export async function readUpload(
  { db, now }: Pick<Context, "db" | "now">,
  { kind, content, openingBalances }: Upload,
): Promise<Read> {
  const { timeZone, today } = await firmDay(db, now());
  const file = await readFile(content, { kind, today, zone: timeZone });
  return kind === "statement"
    ? withOpeningBalances(file, openingBalances, today)
    : { file, typedInstruments: new Set() };
}

/** What the writer would make of each account's entries. */
export async function outcomesOf(trx: Trx, { batches }: Prepared): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const batch of batches) {
    const holdings = await getHoldings(trx, batch.holder);
    outcomes.push({ batch, holdings, preview: await previewEntries(trx, batch.holder, batch.entries) });
    // Others' calls have their turn between the reckoning and the adding up.
    await nextTurn();
  }
  return outcomes;
}

async function examine(trx: Trx, { file, typedInstruments }: Read, kind: ImportKind): Promise<Examined> {
  if (kind !== "statement") return (await prepareQuotes(trx, file)).examined;
  const prepared = await prepareStatement(trx, file, typedInstruments);
  return examinedStatement(file, prepared, await outcomesOf(trx, prepared));
}

/** Carries a result out of a transaction that is to leave nothing behind. */
class LeaveNothing extends Error {
  readonly examined: Examined;
  constructor(examined: Examined) {
    super("rolled back on purpose");
    this.examined = examined;
  }
}

/** Looks at the file as the confirmation would, new instruments and all, and takes everything back. */
async function look(db: Db, file: Read, kind: ImportKind): Promise<Examined> {
  try {
    return await inTransaction(db, async (trx) => {
      throw new LeaveNothing(await examine(trx, file, kind));
    });
  } catch (error) {
    if (error instanceof LeaveNothing) return error.examined;
    throw error;
  }
}

export const answered = async (db: Db, record: ImportRecord): Promise<ImportPreview> =>
  answerOf(
    record,
    await getUserNames(
      db,
      [record.createdBy, record.settledBy].filter((id) => id !== null),
    ),
  );

/** A name as lists can show it: without control characters, which no database text holds either. */
const shownName = (fileName: string): string => fileName.toWellFormed().replace(/\p{Cc}/gu, "\uFFFD");

/** Reads a file and says what it would do. Nothing is written but the preview, and the file where it may be confirmed. */
export const previewImport = (context: Context, upload: Upload & { fileName: string }): Promise<ImportPreview> =>
  inTurn(upload.content.length, () => preview(context, upload));

async function preview(context: Context, upload: Upload & { fileName: string }): Promise<ImportPreview> {
  const viewer = requireViewer(context);
  const readFrom = await readUpload(context, upload);
  const examined = await look(context.db, readFrom, upload.kind);
  const refused = examined.refusals.length > 0;
  const { content, sha256 } = await packed(upload.content);
  const record = await inTransaction(context.db, async (trx) => {
    const inserted = await insertImport(trx, {
      kind: upload.kind,
      format: readFrom.file.format,
      fileName: shownName(upload.fileName),
      sha256,
      characters: upload.content.length,
      content: refused ? null : content,
      openingBalances: upload.openingBalances,
      state: refused ? "refused" : "previewed",
      preview: storedPreview(readFrom.file, examined),
      createdBy: viewer.userId,
      ...countsOf(readFrom.file, examined),
    });
    await replaceQuotes(trx, inserted.id, examined.quotes);
    await auditImport(trx, context, inserted, "import.previewed", { sha256: sha256.toString("hex") });
    return inserted;
  });
  return answered(context.db, record);
}

export function auditImport(
  trx: Trx,
  context: Context,
  record: ImportRecord,
  action: string,
  more: object = {},
): Promise<void> {
  const { userId, sessionId } = requireViewer(context);
  const { kind, fileName, state, rows, newRows, knownRows, refusedRows } = record;
  return audit(trx, {
    actor: { userId, sessionId },
    action,
    subject: { type: "import", id: record.id },
    after: { kind, fileName, state, rows, newRows, knownRows, refusedRows, ...more },
    address: context.caller.address,
    requestId: context.caller.requestId,
  });
}

/** Drops a previewed file, and its text with it; one that is settled already stays as it is. */
export async function discardImport(context: Context, id: number): Promise<ImportPreview> {
  const viewer = requireViewer(context);
  const record = await inTransaction(context.db, async (trx) => {
    const settled = await settleImport(trx, id, { state: "discarded", by: viewer.userId });
    if (settled) await auditImport(trx, context, settled, "import.discarded");
    return settled ?? (await findImport(trx, id));
  });
  if (!record) throw new Refusal("notFound");
  if (record.state !== "discarded") throw new Refusal("stateConflict");
  return answered(context.db, record);
}

export async function getImport({ db }: Pick<Context, "db">, id: number): Promise<ImportPreview> {
  const record = await findImport(db, id);
  if (!record) throw new Refusal("notFound");
  return answered(db, record);
}

/** Newest first; the cursor is the id of the last one shown. */
const order = "newest";

export async function listImports(
  { db }: Pick<Context, "db">,
  { cursor, limit, holder_type, holder_id }: Parsed<typeof imports.list>["query"],
): Promise<Answer<typeof imports.list>> {
  const below = cursor === undefined ? undefined : decodeCursor(cursor, order).id;
  const holder = holder_type && holder_id ? { holder_type, holder_id } : undefined;
  const records = await listImportRecords(db, { below, holder, limit: limit + 1 });
  const page = records.slice(0, limit);
  const names = await getUserNames(db, [...new Set(page.map((record) => record.createdBy))]);
  const last = page.at(-1);
  return {
    imports: page.map((record) => ({
      id: record.id,
      kind: record.kind,
      format: record.format,
      fileName: record.fileName,
      state: record.state,
      created_at: record.createdAt.toISOString(),
      created_by: names.get(record.createdBy) ?? String(record.createdBy),
      confirmed_at: record.state === "confirmed" ? (record.settledAt?.toISOString() ?? null) : null,
      rows: record.rows,
      newRows: record.newRows,
      refusedRows: record.refusedRows,
    })),
    nextCursor: records.length > limit && last ? encodeCursor(order, "", last.id) : null,
  };
}

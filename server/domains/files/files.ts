/** Files of holders: stored if they pass every check, sent if clean, kept once a submission refers to them. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import type { files, StoredFile } from "@portico/api/files.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { SentFile } from "../../http/downloads.ts";
import { splitIntoPieces } from "../../kernel/bytes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { isHolder, readsAsStaff } from "../../kernel/viewer.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { checkContent } from "./check.ts";
import {
  countLoose,
  deleteAllLoose,
  deleteLoose,
  findFile,
  findFiles,
  insertFile,
  isOfDocument,
  markStored,
  markWithdrawn,
} from "./files.queries.ts";
import { dropUnused, holdContent } from "./quarantine.ts";

/** Maximum number of unreferenced files of a holder: far more than any form asks for. */
const maxLoose = 200;

/** `path` is the field of the body that has the file. */
export const refused = (code: FieldCode, path = "base64data"): Refusal =>
  new Refusal("fileRefused", { fields: [{ path, code }] });

type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>;
const describedAs = ({ id, name, size, media_type, state }: FileRow): StoredFile => ({
  id,
  name,
  size,
  media_type,
  state: state as StoredFile["state"],
});

/** The bytes of an upload before anything opens them, with the virus check's result; also for formats that are not accepted. */
export async function receiveContent({ antivirus }: Pick<Context, "antivirus">, sent: Uint8Array, path?: string) {
  const content = Buffer.from(sent.buffer, sent.byteOffset, sent.length);
  const known = await antivirus.check(splitIntoPieces(content));
  if (known.kind === "infected") throw refused("infected", path);
  return { content, known };
}

/** Stores an upload: accepted content goes into quarantine and is sent to the virus check at once. */
export async function uploadFile(
  context: Context,
  holder: Holder,
  { name, base64data, forStaff }: Parsed<typeof files.upload>["body"],
): Promise<Answer<typeof files.upload>> {
  const viewer = requireViewer(context);
  if (forStaff && isHolder(viewer, holder)) throw new Refusal("forbidden");
  if ((await countLoose(context.db, holder)) >= maxLoose) throw new Refusal("tooManyRequests", { retryAfter: 3600 });
  const { content: sent, known } = await receiveContent(context, base64data);
  const checked = await checkContent(name, sent, viewer.userId);
  if ("refused" in checked) throw refused(checked.refused);
  const { content, mediaType } = checked;
  const row = await storeChecked(context, {
    holder,
    name,
    mediaType,
    content,
    clean: known.kind === "clean",
    uploadedBy: viewer.userId,
    byAdmin: !isHolder(viewer, holder),
    forStaff,
  });
  if (known.kind === "unreachable")
    context.log.warn({ why: known.why }, "the virus check was not reached; the file waits");
  return describedAs(row);
}

/**
 * Stores checked contents: first the bytes, then the rows, so that no row lacks its bytes; bytes without a row are
 * cleaned up later. `addRows` gets their SHA-256 in the same order.
 */
export async function storeContents<const Contents extends readonly Buffer[], T>(
  context: Context,
  contents: Contents,
  addRows: (tx: Tx, hashes: { [Place in keyof Contents]: Buffer }) => Promise<T>,
): Promise<T> {
  const { files } = context;
  const hashes: Buffer[] = [];
  for (const content of contents) hashes.push(Buffer.from((await files.put(content)).sha256, "hex"));
  return transact(context, async (tx) => {
    // In one order, so that two calls with the same contents do not wait for each other.
    const places = hashes.map((sha256, place) => ({ sha256, place }));
    // Deleted meanwhile by a removal of the same content.
    for (const { sha256, place } of places.toSorted((one, other) => Buffer.compare(one.sha256, other.sha256)))
      if (!(await holdContent(context, tx, sha256))) await files.put(contents[place] ?? Buffer.alloc(0));
    return addRows(tx, hashes as { [Place in keyof Contents]: Buffer });
  });
}

/** Stores content as a file of a holder. */
export async function storeChecked(
  context: Context,
  file: {
    holder: Holder;
    name: string;
    mediaType: string;
    content: Buffer;
    clean: boolean;
    uploadedBy: number;
    byAdmin: boolean;
    /** The holder never gets it. */
    forStaff?: boolean;
  },
): Promise<FileRow> {
  return storeContents(context, [file.content], async (tx, [sha256]) => {
    const row = await insertFile(tx, { ...file, sha256, size: file.content.length });
    const { id, name, size } = row;
    if (file.forStaff) await markWithdrawn(tx, id);
    tx.audit("file.uploaded", file.holder, { after: { id, name, size, sha256: sha256.toString("hex") } });
    return row;
  });
}

async function getFile(db: Db, holder: Holder, id: number): Promise<FileRow> {
  const row = await findFile(db, holder, id);
  if (!row) throw new Refusal("notFound");
  return row;
}

export const describeFile = async (context: Context, holder: Holder, id: number): Promise<StoredFile> =>
  describedAs(await getReadable(context, holder, id));

/** The file, unless only staff may open it: in the bin, taken back, or for a note of theirs. A delegate opens documents alone. */
async function getReadable(context: Context, holder: Holder, id: number): Promise<FileRow> {
  const viewer = requireViewer(context);
  const row = await getFile(context.db, holder, id);
  if (readsAsStaff(viewer, holder)) return row;
  if (row.withdrawn_at !== null) throw new Refusal("notFound");
  if (!isHolder(viewer, holder) && !(await isOfDocument(context.db, id))) throw new Refusal("notFound");
  return row;
}

/** The file itself, if clean. Each file that staff or a delegate open is logged, once an hour: a viewer may fetch it in ranges. */
export async function downloadFile(context: Context, holder: Holder, id: number): Promise<SentFile> {
  const viewer = requireViewer(context);
  const { name, media_type, sha256, state } = await getReadable(context, holder, id);
  if (state !== "clean") throw new Refusal("stateConflict");
  const content = await context.files.open(sha256.toString("hex"));
  if (!isHolder(viewer, holder))
    await transact(context, async (tx) =>
      tx.audit(readsAsStaff(viewer, holder) ? "file.readByStaff" : "file.readByDelegate", holder, {
        after: { id, name },
        oncePerHour: true,
      }),
    );
  return { name, media_type, etag: content.sha256, ...content };
}

/** Removes a file that its uploader no longer wants and nothing refers to. */
export async function removeFile(context: Context, holder: Holder, id: number): Promise<{ done: true }> {
  const viewer = requireViewer(context);
  const row = await getFile(context.db, holder, id);
  if (row.uploaded_by !== viewer.userId) throw new Refusal("forbidden");
  await transact(context, async (tx) => {
    if (!(await deleteLoose(tx, id))) throw new Refusal("stateConflict");
    tx.audit("file.removed", holder, { after: { id, name: row.name } });
  });
  await dropUnused(context, row.sha256);
  return { done: true };
}

/** For forms, tickets and documents: why each file cannot be referred to; valid files are left out. */
export async function findFileFaults(
  db: Db,
  holder: Holder,
  ids: readonly number[],
): Promise<Map<number, "fileGone" | "infected">> {
  const rows = ids.length === 0 ? [] : await findFiles(db, holder, ids);
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  const faults = new Map<number, "fileGone" | "infected">();
  for (const id of ids) {
    const state = states.get(id);
    if (state === undefined) faults.set(id, "fileGone");
    else if (state === "refused") faults.set(id, "infected");
  }
  return faults;
}

/** Equal for files of the holder with the same content, by file id. */
export const findContentIds = async (db: Db, holder: Holder, ids: readonly number[]): Promise<Map<number, string>> =>
  new Map(
    (ids.length === 0 ? [] : await findFiles(db, holder, ids)).map(({ id, sha256 }) => [id, sha256.toString("hex")]),
  );

/** From now on the files are kept, because a submission refers to them. Part of the caller's transaction. */
export async function retainFiles(trx: Trx, holder: Holder, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await markStored(trx, holder, ids);
}

/** Deletes the file rows of a discarded holder; the nightly clean-up deletes the contents. Part of the caller's transaction. */
export const forgetFiles = async (trx: Trx, holder: Holder): Promise<void> => void (await deleteAllLoose(trx, holder));

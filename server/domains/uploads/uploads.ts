/** Uploads in fragments: begun, continued at the right offset, given up, and used by the call that takes the file. */
import { documents } from "@portico/api/documents.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { StoredMediaType } from "@portico/api/files.ts";
import { fragmentMinBytes } from "@portico/api/rules/uploads.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { UploadAnswer, UploadPurpose, uploads } from "@portico/api/uploads.ts";
import { eachRow } from "../../jobs/each-row.ts";
import { type Context, requireViewer, type Services } from "../../kernel/context.ts";
import { enforce, staffVerdict, type Verdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { checkArchiveType, checkType, takesOfficeFrom } from "../files/check.ts";
import { storeContents } from "../files/files.ts";
import { dropUnused } from "../files/quarantine.ts";
import type { KeptFile } from "../files/store.ts";
import { requireRoom } from "./storage-limits.ts";
import {
  addFragment,
  countUnused,
  deleteFragments,
  deleteUnused,
  deleteUpload,
  findByKey,
  findUpload,
  insertUpload,
  listAbandoned,
  lockAbandoned,
  markUsed,
  type UploadRecord,
} from "./uploads.queries.ts";

/** What the type of a file is recognised by. */
export const headBytes = 64;
/** Maximum number of a user's unused uploads for one holder: far more than a page sends at once. */
const maxUnused = 100;

export const describedAs = (row: UploadRecord): UploadAnswer => ({
  id: row.id,
  file_name: row.name,
  size: row.size,
  offset: row.received,
  state: row.state,
  expires_at: row.expires_at.toISOString(),
});

/** The viewer's own upload for the holder; anybody else's is `notFound`. */
export async function getOwn(context: Context, holder: Holder, id: number): Promise<UploadRecord> {
  const row = await findUpload(context.db, { id, holder, userId: requireViewer(context).userId });
  if (!row) throw new Refusal("notFound");
  return row;
}

/** A ZIP with documents for many is sent by office, under their own id: it belongs to no client. */
const refusalToCreate = (viewer: Viewer, { holderType, holderId }: Holder, purpose: UploadPurpose): Verdict => {
  if (purpose === "document") return null;
  if (holderType !== "user" || holderId !== viewer.userId) return "forbidden";
  return staffVerdict(viewer, documents.startBatch);
};

/** What the first bytes show: the type, or why it is refused. */
export const checkHeadType = (
  viewer: Viewer,
  holder: Holder,
  { name, purpose }: Pick<UploadRecord, "name" | "purpose">,
  head: Buffer,
) =>
  purpose === "batch"
    ? checkArchiveType(head)
    : checkType(name, head, { takesOffice: takesOfficeFrom(viewer, holder) });

interface Beginning {
  fileName: string;
  size: number;
  sha256?: string | undefined;
  purpose?: UploadPurpose | undefined;
  key?: string | undefined;
}

/** The upload that a call with this key began, whose answer was lost. */
async function beganWith(
  db: Db,
  holder: Holder,
  { fileName, size, purpose = "document" }: Beginning,
  { userId, key }: { userId: number; key: string },
): Promise<UploadRecord | undefined> {
  const row = await findByKey(db, holder, { userId, key });
  if (row && (row.name !== fileName || row.size !== size || row.purpose !== purpose)) throw new Refusal("keyReused");
  return row;
}

/** Begins an upload, for which the room is reserved; a repeated call with the same key gives it again. */
export async function createUpload(context: Context, holder: Holder, beginning: Beginning): Promise<UploadAnswer> {
  const { fileName, size, sha256, purpose = "document", key } = beginning;
  const viewer = requireViewer(context);
  enforce(refusalToCreate(viewer, holder, purpose));
  const { userId } = viewer;
  return transact(context, async (tx) => {
    const before = key && (await beganWith(tx, holder, beginning, { userId, key }));
    if (before) return describedAs(before);
    await requireRoom(tx, holder, { size, path: "size" });
    if ((await countUnused(tx, holder, userId)) >= maxUnused)
      throw new Refusal("tooManyRequests", { retryAfter: 3600 });
    const declared = sha256 === undefined ? null : Buffer.from(sha256, "hex");
    const upload = { name: fileName, size, userId, sha256: declared, purpose, key: key ?? null };
    const row =
      (await insertUpload(tx, holder, upload)) ?? (key && (await beganWith(tx, holder, beginning, { userId, key })));
    // Begun for another holder.
    if (!row) throw new Refusal("keyReused");
    return describedAs(row);
  });
}

export const readUpload = async (context: Context, holder: Holder, id: number): Promise<UploadAnswer> =>
  describedAs(await getOwn(context, holder, id));

/** Why a fragment is not stored at the offset, whatever its content; null if it is. */
function refusalOf({ state, received, size }: UploadRecord, { offset, length }: { offset: number; length: number }) {
  if (state !== "open" || offset !== received) return new Refusal("stateConflict", { offset: received });
  const left = size - received;
  if (length > left || length < Math.min(left, fragmentMinBytes) || length === 0)
    return new Refusal("badInput", { fields: [{ path: "", code: "badLength" }] });
  return null;
}

/**
 * Stores a fragment as an encrypted content of its own, then counts it: one that is cut off leaves the offset as it was.
 * The first one shows the type of the file, so that a wrong one is refused before the rest is sent.
 */
export async function appendFragment(
  context: Context,
  { uploadId: id, offset, ...holder }: Holder & { uploadId: number; offset: number },
  fragment: Buffer,
): Promise<UploadAnswer> {
  const row = await getOwn(context, holder, id);
  const refusal = refusalOf(row, { offset, length: fragment.length });
  if (refusal) throw refusal;
  const type =
    offset === 0 ? checkHeadType(requireViewer(context), holder, row, fragment.subarray(0, headBytes)) : undefined;
  if (type && "refused" in type) throw new Refusal("fileRefused", { fields: [{ path: "", code: type.refused }] });
  const isAdded = await storeContents(context, [fragment], (tx, [sha256]) =>
    addFragment(tx, holder, { id, start: offset, size: fragment.length, sha256 }),
  );
  const now = await getOwn(context, holder, id);
  if (!isAdded) throw new Refusal("stateConflict", { offset: now.received });
  return describedAs(now);
}

/** Gives up an upload with everything of it. */
export async function removeUpload(
  context: Context,
  holder: Holder,
  id: number,
): Promise<Answer<typeof uploads.remove>> {
  await getOwn(context, holder, id);
  const contents = await transact(context, async (tx) => {
    const fragments = await deleteFragments(tx, id);
    const removed = await deleteUnused(tx, id);
    if (!removed) throw new Refusal("stateConflict");
    return contentsOf(fragments, removed);
  });
  for (const sha256 of contents) await dropUnused(context, sha256);
  return { done: true };
}

const contentsOf = (fragments: readonly { sha256: Buffer }[], { sha256 }: { sha256: Buffer | null }): Buffer[] => [
  ...fragments.map((fragment) => fragment.sha256),
  ...(sha256 ? [sha256] : []),
];

/** The file of a finished upload of the viewer, or of a used one; `badInput` at the path otherwise. */
export async function getFinished(
  context: Context,
  holder: Holder,
  { id, path, purpose = "document" }: { id: number; path: string; purpose?: UploadPurpose },
) {
  const row = await findUpload(context.db, { id, holder, userId: requireViewer(context).userId });
  if (!row?.sha256 || row.clean === null || row.purpose !== purpose) throw unknownUpload(path);
  const file: KeptFile = {
    name: row.name,
    mediaType: row.media_type as StoredMediaType,
    size: row.size,
    clean: row.clean,
  };
  return { ...file, sha256: row.sha256 };
}

export const unknownUpload = (path: string): Refusal =>
  new Refusal("badInput", { fields: [{ path, code: "unknown" }] });

/** Uses up the upload in the caller's transaction, which refers to its content from now on; false if it was used before. */
export const takeUpload = (
  trx: Trx,
  holder: Holder,
  { id, userId }: { id: number; userId: number },
): Promise<boolean> => markUsed(trx, { id, holder, userId });

/** Deletes uploads that got no fragment for a day; safe to run twice or concurrently. */
export async function sweepUploads(
  services: Pick<Services, "db" | "files" | "log">,
): Promise<{ removed: number; failed: number }> {
  const { done, failed } = await eachRow<number>(
    services.log,
    {
      list: (after) => listAbandoned(services.db, after ?? 0, 50),
      async work(id) {
        const contents = await transact({ db: services.db, system: "uploads" }, async (tx) => {
          const row = await lockAbandoned(tx, id);
          if (!row) return undefined;
          const fragments = await deleteFragments(tx, id);
          await deleteUpload(tx, id);
          return contentsOf(fragments, row);
        });
        for (const sha256 of contents ?? []) await dropUnused(services, sha256);
        return contents !== undefined;
      },
      name: (id) => ({ upload: id }),
    },
    "an abandoned upload could not be deleted",
  );
  return { removed: done, failed };
}

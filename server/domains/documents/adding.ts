/** Adding documents and versions of them. */
import type { DocumentType, documents } from "@portico/api/documents.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { insertKept, type KeptFile } from "../files/store.ts";
import { requireRoom } from "../uploads/storage-limits.ts";
import { refusalToAdd, refusalToAddVersion } from "./documents.policy.ts";
import {
  findDocument,
  findSameContent,
  insertDocument,
  insertVersion,
  lockDocument,
  touchDocument,
} from "./documents.queries.ts";
import { getJudging, presentDocument, readDocument, toDocumentStatus } from "./documents.ts";
import { insertAdded, type NamedFile, type ReceivedFile, receiveFile, storeFiles, takeFile } from "./files.ts";
import { noteUnprepared, prepareSoon } from "./processing/processing.ts";
import { receiveForRequest } from "./requests/requests.ts";
import { getType, named } from "./types.ts";

interface NewDocuments {
  documents: readonly (NamedFile & { title?: string | undefined; valid_until?: string | undefined })[];
  byAdmin?: boolean | undefined;
  request?: number | undefined;
}

/** A title from the file's name, without its ending. */
const titleFrom = (fileName: string): string => fileName.replace(/\.[A-Za-z0-9]{1,5}$/, "").trim() || fileName;

/**
 * Adds documents of one type, all or none. One whose content the holder already has under the type is not added again,
 * so that repeating the call changes nothing.
 */
export async function addDocuments(
  context: Context,
  { type: typeId, ...holder }: Holder & { type: string },
  { documents: sent, byAdmin: claimed, request }: NewDocuments,
): Promise<Answer<typeof documents.add>> {
  const viewer = requireViewer(context);
  const byAdmin = !isHolder(viewer, holder);
  if (claimed !== undefined && claimed !== byAdmin) throw new Refusal("contradictsSession");
  const type = await getType(context, typeId);
  enforce(refusalToAdd(viewer, holder, type));
  const files: ReceivedFile[] = [];
  for (const [place, named] of sent.entries())
    files.push(await receiveFile(context, holder, named, `documents.${place}.`));
  const added = await storeFiles(context, files, async (tx, stored) => {
    const answers: { id: number; already: boolean }[] = [];
    for (const [place, one] of stored.entries()) {
      const { file, sha256 } = one;
      const { title = titleFrom(file.name), valid_until: validUntil } = sent[place] ?? {};
      const known = await takeFile(tx, context, holder, {
        file,
        findSame: () => findSameContent(tx, holder, typeId, sha256),
      });
      const id =
        known ??
        (await insertFirst(tx, holder, await insertAdded(tx, context, holder, one), {
          type: typeId,
          title,
          validUntil,
          createdBy: viewer.userId,
          byAdmin,
          file,
          sha256,
        }));
      answers.push({ id, already: known !== undefined });
    }
    const [first] = answers;
    if (request !== undefined && first) await receiveForRequest(tx, holder, { request, documentId: first.id, viewer });
    const fresh = answers.filter(({ already }) => !already).length;
    if (fresh > 0) await prepareSoon(tx);
    if (byAdmin && fresh > 0) await notifyHolder(tx, holder, type, fresh);
    tx.emit("documents:changed", holder);
    return answers;
  });
  const judging = await getJudging(context);
  return {
    documents: await Promise.all(
      added.map(async ({ id, already }) => ({
        ...presentDocument(viewer, await readDocument(context.db, viewer, holder, id), judging),
        already,
      })),
    ),
  };
}

/** Inserts a document with its first version, whose content is the stored file; returns the document's id. */
async function insertFirst(
  tx: Tx,
  holder: Holder,
  fileId: number,
  { file, sha256, ...document }: Parameters<typeof insertDocument>[2] & { file: KeptFile; sha256: Buffer },
): Promise<number> {
  const { type, title, createdBy, byAdmin } = document;
  const id = await insertDocument(tx, holder, document);
  await insertVersion(tx, holder, {
    document_id: id,
    number: 1,
    file_id: fileId,
    added_by: createdBy,
    by_admin: byAdmin,
  });
  await noteUnprepared(tx, holder, { id, number: 1 }, file);
  tx.audit("document.added", holder, { after: { id, type, title, sha256: sha256.toString("hex") } });
  return id;
}

interface StoredDocument {
  file: KeptFile;
  /** The field of a refusal. */
  path: string;
  sha256: Buffer;
  title: string;
  validUntil: string | undefined;
}

/** Adds a content that is stored already as a document of a client, and tells them. Part of the caller's transaction. */
export async function addStored(
  tx: Tx,
  viewer: Viewer,
  holder: Holder,
  type: DocumentType,
  { file, path, sha256, title, validUntil }: StoredDocument,
): Promise<void> {
  const by = { createdBy: viewer.userId, byAdmin: true };
  await requireRoom(tx, holder, { size: file.size, path });
  const fileId = await insertKept(tx, { holder, sha256, uploadedBy: viewer.userId, byAdmin: true }, file);
  await insertFirst(tx, holder, fileId, { type: type.id, title, validUntil, ...by, file, sha256 });
  await notifyHolder(tx, holder, type, 1);
  tx.emit("documents:changed", holder);
}

/** One notification for the call, however many documents it added. */
const notifyHolder = (tx: Tx, holder: Holder, type: DocumentType, count: number): Promise<void> =>
  tx.notify(holder, { type: "document_added", params: { count, ...named(type) } });

/** Adds a newer version; the content of the newest one is not added again. */
export async function addVersion(
  context: Context,
  holder: Holder,
  id: number,
  sent: NamedFile,
): Promise<Answer<typeof documents.addVersion>> {
  const viewer = requireViewer(context);
  const judging = await getJudging(context);
  enforce(refusalToAddVersion(viewer, toDocumentStatus(await readDocument(context.db, viewer, holder, id), judging)));
  const file = await receiveFile(context, holder, sent, "");
  const byAdmin = !isHolder(viewer, holder);
  const already = await storeFiles(context, [file], async (tx, [one]) => {
    const { sha256 } = one;
    await lockDocument(tx, id);
    const row = await findDocument(tx, id, holder);
    if (!row) throw new Refusal("notFound");
    enforce(refusalToAddVersion(viewer, toDocumentStatus(row, judging)));
    const findSame = () => findSameContent(tx, holder, row.type, sha256, id);
    if ((await takeFile(tx, context, holder, { file, findSame })) !== undefined) return true;
    const number = row.number + 1;
    const fileId = await insertAdded(tx, context, holder, one);
    await insertVersion(tx, holder, {
      document_id: id,
      number,
      file_id: fileId,
      added_by: viewer.userId,
      by_admin: byAdmin,
    });
    await noteUnprepared(tx, holder, { id, number }, file);
    await prepareSoon(tx);
    await touchDocument(tx, id);
    tx.audit("document.versionAdded", holder, {
      after: { id, title: row.title, version: number, sha256: sha256.toString("hex") },
    });
    if (byAdmin) await notifyHolder(tx, holder, await getType({ db: tx }, row.type), 1);
    tx.emit("documents:changed", holder);
    return false;
  });
  return { ...presentDocument(viewer, await readDocument(context.db, viewer, holder, id), judging), already };
}

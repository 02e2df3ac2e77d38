/** Adding documents and versions of them. */
import type { DocumentType, documents } from "@portico/api/documents.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { isHolder } from "../../kernel/viewer.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { storeContents } from "../files/files.service.ts";
import { type CheckedUpload, checkUpload, insertUpload } from "../files/files.store.ts";
import { refusalToAdd, refusalToAddVersion } from "./documents.policy.ts";
import {
  findDocument,
  findSameContent,
  insertDocument,
  insertVersion,
  lockDocument,
  touchDocument,
} from "./documents.queries.ts";
import { receiveForRequest } from "./documents.requests.ts";
import { describedTo, readDocument, statusOf } from "./documents.service.ts";
import { getType, named } from "./documents.types.ts";
import { readLater } from "./documents.words.ts";

interface NewDocuments {
  documents: readonly {
    title?: string | undefined;
    valid_until?: string | undefined;
    fileName: string;
    base64data: string;
  }[];
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
  { type: typeId, holderType, holderId }: Holder & { type: string },
  { documents: sent, byAdmin: claimed, request }: NewDocuments,
): Promise<Answer<typeof documents.add>> {
  const viewer = requireViewer(context);
  const holder: Holder = { holderType, holderId };
  const byAdmin = !isHolder(viewer, holder);
  if (claimed !== undefined && claimed !== byAdmin) throw new Refusal("contradictsSession");
  const type = await getType(context, typeId);
  enforce(refusalToAdd(viewer, holder, type));
  const uploads: CheckedUpload[] = [];
  for (const [place, { fileName, base64data }] of sent.entries())
    uploads.push(await checkUpload(context, { name: fileName, base64data }, `documents.${place}.base64data`));
  const added = await storeContents(
    context,
    uploads.map(({ content }) => content),
    async (tx, hashes) => {
      const answers: { id: number; already: boolean }[] = [];
      for (const [place, upload] of uploads.entries()) {
        const { title = titleFrom(upload.name), valid_until: validUntil } = sent[place] ?? {};
        const sha256 = hashes[place] ?? Buffer.alloc(0);
        const known = await findSameContent(tx, holder, typeId, sha256);
        const id =
          known ??
          (await insertDocument(tx, holder, { type: typeId, title, validUntil, createdBy: viewer.userId, byAdmin }));
        if (known === undefined) {
          const fileId = await insertUpload(tx, { holder, sha256, uploadedBy: viewer.userId, byAdmin }, upload);
          await insertVersion(tx, {
            document_id: id,
            number: 1,
            file_id: fileId,
            added_by: viewer.userId,
            by_admin: byAdmin,
          });
          await readLater(tx, id, 1, upload);
          tx.audit("document.added", holder, { after: { id, type: typeId, title, sha256: sha256.toString("hex") } });
        }
        answers.push({ id, already: known !== undefined });
      }
      const [first] = answers;
      if (request !== undefined && first)
        await receiveForRequest(tx, holder, { request, documentId: first.id, viewer });
      const fresh = answers.filter(({ already }) => !already).length;
      if (byAdmin && fresh > 0) await tellHolder(tx, holder, type, fresh);
      tx.emit("documents:changed", holder);
      return answers;
    },
  );
  return {
    documents: await Promise.all(
      added.map(async ({ id, already }) => ({
        ...describedTo(viewer, await readDocument(context.db, viewer, holder, id)),
        already,
      })),
    ),
  };
}

/** One notification for the call, however many documents it added. */
const tellHolder = (tx: Tx, holder: Holder, type: DocumentType, count: number): Promise<void> =>
  tx.notify(holder, { type: "document_added", params: { count, ...named(type) } });

/** Adds a newer version; the content of the newest one is not added again. */
export async function addVersion(
  context: Context,
  { holderType, holderId }: Holder,
  id: number,
  { fileName, base64data }: { fileName: string; base64data: string },
): Promise<Answer<typeof documents.addVersion>> {
  const viewer = requireViewer(context);
  const holder: Holder = { holderType, holderId };
  enforce(refusalToAddVersion(viewer, statusOf(await readDocument(context.db, viewer, holder, id))));
  const upload = await checkUpload(context, { name: fileName, base64data }, "base64data");
  const byAdmin = !isHolder(viewer, holder);
  const already = await storeContents(context, [upload.content], async (tx, [sha256]) => {
    await lockDocument(tx, id);
    const row = await findDocument(tx, id, holder);
    if (!row) throw new Refusal("notFound");
    enforce(refusalToAddVersion(viewer, statusOf(row)));
    if ((await findSameContent(tx, holder, row.type, sha256)) === id) return true;
    const number = row.number + 1;
    const fileId = await insertUpload(tx, { holder, sha256, uploadedBy: viewer.userId, byAdmin }, upload);
    await insertVersion(tx, { document_id: id, number, file_id: fileId, added_by: viewer.userId, by_admin: byAdmin });
    await readLater(tx, id, number, upload);
    await touchDocument(tx, id);
    tx.audit("document.versionAdded", holder, {
      after: { id, title: row.title, version: number, sha256: sha256.toString("hex") },
    });
    if (byAdmin) await tellHolder(tx, holder, await getType({ db: tx }, row.type), 1);
    tx.emit("documents:changed", holder);
    return false;
  });
  return { ...describedTo(viewer, await readDocument(context.db, viewer, holder, id)), already };
}

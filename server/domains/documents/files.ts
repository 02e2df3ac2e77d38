/** The files that a call adds to documents: in its body, or sent before as resumable uploads. */
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { isHolder } from "../../kernel/viewer.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { takesOfficeFrom } from "../files/check.ts";
import { storeContents } from "../files/files.ts";
import { holdContent } from "../files/quarantine.ts";
import { checkUpload, insertKept, type KeptFile } from "../files/store.ts";
import { requireRoom } from "../uploads/storage-limits.ts";
import { getFinished, takeUpload, unknownUpload } from "../uploads/uploads.ts";

/** As a call names it. */
export type NamedFile = { fileName: string; base64data: Uint8Array } | { upload: number };

/** A file that passed every check; `content` of one in the body, which is not stored yet. */
export type ReceivedFile = KeptFile & { path: string } & ({ content: Buffer } | { upload: number; sha256: Buffer });

/** A received file in the transaction that stores it. */
export interface AddedFile {
  file: ReceivedFile;
  sha256: Buffer;
}

/** Checks the file, or finds the upload; a refusal names the field, which is at `at`. */
export async function receiveFile(
  context: Context,
  holder: Holder,
  sent: NamedFile,
  at: string,
): Promise<ReceivedFile> {
  if ("upload" in sent) {
    const path = `${at}upload`;
    return { ...(await getFinished(context, holder, { id: sent.upload, path })), upload: sent.upload, path };
  }
  const path = `${at}base64data`;
  const takesOffice = takesOfficeFrom(requireViewer(context), holder);
  const file = { name: sent.fileName, sent: sent.base64data };
  return { ...(await checkUpload(context, file, path, { takesOffice })), path };
}

/** Runs `addRows` in the transaction that stores the files, with their SHA-256. */
export function storeFiles<const Files extends readonly ReceivedFile[], T>(
  context: Context,
  files: Files,
  addRows: (tx: Tx, added: { [Place in keyof Files]: AddedFile }) => Promise<T>,
): Promise<T> {
  const inBody = files.flatMap((file) => ("content" in file ? [file] : []));
  return storeContents(
    context,
    inBody.map(({ content }) => content),
    async (tx, hashes) => {
      for (const file of files)
        if (!("content" in file) && !(await holdContent(context, tx, file.sha256))) throw unknownUpload(file.path);
      const added = files.map((file) => ({
        file,
        sha256: "content" in file ? (hashes[inBody.indexOf(file)] ?? Buffer.alloc(0)) : file.sha256,
      }));
      return addRows(tx, added as { [Place in keyof Files]: AddedFile });
    },
  );
}

/**
 * Uses up the upload, and then looks for the document that has the content. An upload that was used before is unknown
 * unless there is one: then the call is repeated because its answer was lost.
 */
export async function takeFile(
  tx: Tx,
  context: Context,
  holder: Holder,
  { file, findSame }: { file: ReceivedFile; findSame: () => Promise<number | undefined> },
): Promise<number | undefined> {
  if (!("upload" in file)) return findSame();
  const { userId } = requireViewer(context);
  const isFresh = await takeUpload(tx, holder, { id: file.upload, userId });
  const known = await findSame();
  if (!isFresh && known === undefined) throw unknownUpload(file.path);
  return known;
}

/** Inserts the file's row, for which the holder must have room; an upload has reserved its own. */
export async function insertAdded(
  tx: Tx,
  context: Context,
  holder: Holder,
  { file, sha256 }: AddedFile,
): Promise<number> {
  const viewer = requireViewer(context);
  if ("content" in file) await requireRoom(tx, holder, file);
  return insertKept(tx, { holder, sha256, uploadedBy: viewer.userId, byAdmin: !isHolder(viewer, holder) }, file);
}

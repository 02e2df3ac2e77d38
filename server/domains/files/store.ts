/** Files that another domain refers to from the start: checked first, then stored in the domain's transaction. */
import type { StoredMediaType } from "@portico/api/files.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { checkContent } from "./check.ts";
import { copyFile, insertFile, markStored, markWithdrawn } from "./files.queries.ts";
import { receiveContent, refused } from "./files.ts";

/** A file that passed every check. */
export interface KeptFile {
  name: string;
  mediaType: StoredMediaType;
  /** Bytes. */
  size: number;
  /** False if the virus scanner could not be reached: the file waits. */
  clean: boolean;
}
/** One whose content is not stored yet. */
export interface CheckedUpload extends KeptFile {
  content: Buffer;
}

/** Checks one upload; a refusal names the field at `path`. */
export async function checkUpload(
  context: Context,
  { name, sent }: { name: string; sent: Uint8Array },
  path: string,
  { takesOffice = false } = {},
): Promise<CheckedUpload> {
  const received = await receiveContent(context, sent, path);
  const checked = await checkContent(name, received.content, requireViewer(context).userId, { takesOffice });
  if ("refused" in checked) throw refused(checked.refused, path);
  const { mediaType, content } = checked;
  return { name, mediaType, size: content.length, content, clean: received.known.kind === "clean" };
}

/** Inserts the row of a stored file, which is kept from the start; its id. */
export async function insertKept(
  tx: Tx,
  { holder, sha256, uploadedBy, byAdmin }: { holder: Holder; sha256: Buffer; uploadedBy: number; byAdmin: boolean },
  { name, mediaType, size, clean }: KeptFile,
): Promise<number> {
  const { id } = await insertFile(tx, { holder, sha256, size, mediaType, name, clean, uploadedBy, byAdmin });
  await markStored(tx, holder, [id]);
  return id;
}

/** Copies files of the holder, with their names and checks; the ids in the same order. The contents are shared. */
export async function copyFiles(tx: Tx, holder: Holder, ids: readonly number[]): Promise<number[]> {
  const copies: number[] = [];
  for (const id of ids) copies.push((await copyFile(tx, holder, id)).id);
  return copies;
}

/** Takes a file away from its holder; staff still open it. */
export const withdrawFile = (tx: Tx, id: number): Promise<void> => markWithdrawn(tx, id);

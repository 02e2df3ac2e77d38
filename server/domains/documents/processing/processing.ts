/** What jobs do with a new version: its words are read for search, and its thumbnail is drawn for lists. */
import { isOfficeType } from "@portico/api/rules/office-files.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import type { KeptFile } from "../../files/store.ts";
import { readWordsJob } from "./full-text.ts";
import { insertUndrawn } from "./thumbnails.queries.ts";
import { drawThumbnailsJob } from "./thumbnails.ts";
import { insertUnread } from "./words.queries.ts";

/** Notes what the jobs are to do. Part of the caller's transaction. */
export async function noteUnprepared(
  tx: Tx,
  holder: Holder,
  version: { id: number; number: number },
  file: KeptFile,
): Promise<void> {
  if (isOfficeType(file.mediaType)) return;
  if (file.mediaType === "application/pdf") await insertUnread(tx, holder, version);
  await insertUndrawn(tx, holder, version);
}

/** Has the jobs begin at once. */
export async function prepareSoon(tx: Tx): Promise<void> {
  await tx.enqueue(readWordsJob, {});
  await tx.enqueue(drawThumbnailsJob, {});
}

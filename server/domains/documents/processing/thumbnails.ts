/** Small pictures of documents for lists. A job draws them after the upload, out of the portal's process. */
import type { Holder } from "@portico/api/shapes.ts";
import { z } from "zod";
import type { SentFile } from "../../../http/downloads.ts";
import { eachRow } from "../../../jobs/each-row.ts";
import { defineJob } from "../../../jobs/jobs.ts";
import { type Context, requireViewer, type Services } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { readsAsStaff } from "../../../kernel/viewer.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { drawThumbnailApart } from "../../files/decoding/decoding.ts";
import { dropUnused, holdContent } from "../../files/quarantine.ts";
import { findThumbnail, listUndrawn, settleDrawing, type UndrawnVersion } from "./thumbnails.queries.ts";

type Drawing = Pick<Services, "db" | "files" | "events" | "log">;

/** Also scheduled, for files that were not found clean when they were added. */
export const drawThumbnailsJob = defineJob({
  name: "documents.draw-thumbnails",
  data: z.object({}),
  schedule: "*/5 * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
  // It is scheduled again in five minutes.
  retries: 0,
});

/** Draws every clean version that was not drawn yet, the newest first; safe to run twice or concurrently. */
export async function drawThumbnails(services: Drawing): Promise<{ drawn: number; failed: number }> {
  const { done, failed } = await eachRow<UndrawnVersion>(
    services.log,
    {
      list: (after) => listUndrawn(services.db, after, 50),
      work: (version) => drawVersion(services, version),
      name: ({ document_id, number }) => ({ document: document_id, version: number }),
    },
    "a document could not be drawn",
  );
  return { drawn: done, failed };
}

/** Null if it has none. */
async function draw(files: Services["files"], { sha256, media_type }: UndrawnVersion): Promise<Buffer | null> {
  // Removed meanwhile with its document.
  if (!(await files.has(sha256.toString("hex")))) return null;
  const content = await files.open(sha256.toString("hex"));
  return drawThumbnailApart(media_type, { size: content.size, content: content.stream() });
}

async function drawVersion({ db, files, events }: Drawing, version: UndrawnVersion): Promise<boolean> {
  const picture = await draw(files, version);
  const stored = picture && Buffer.from((await files.put(picture)).sha256, "hex");
  const settled = await transact({ db, events, system: "documents" }, async (tx) => {
    // Deleted meanwhile by a removal of the same content.
    if (stored && !(await holdContent({ files }, tx, stored))) await files.put(picture);
    const drawn = stored && { sha256: stored, size: picture.length };
    if (!(await settleDrawing(tx, version, drawn))) return false;
    if (stored) tx.emit("documents:drawn", holderOf(version));
    return true;
  });
  if (stored && !settled) await dropUnused({ db, files }, stored);
  return settled && stored !== null;
}

/** The thumbnail of a version; of a document in the bin only for staff. `notFound` if there is none. */
export async function readThumbnail(
  context: Context,
  holder: Holder,
  { docId, version }: { docId: number; version: number },
): Promise<SentFile> {
  const found = await findThumbnail(context.db, holder, docId, version);
  if (!found?.sha256 || (found.deleted_at !== null && !readsAsStaff(requireViewer(context), holder)))
    throw new Refusal("notFound");
  const content = await context.files.open(found.sha256.toString("hex"));
  return { name: `${docId}-${version}.webp`, media_type: "image/webp", etag: content.sha256, ...content };
}

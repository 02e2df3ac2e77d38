/** The files of lists as they were uploaded: kept as evidence in the store of files, packed, and deleted when they are too old. */
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { SentFile } from "../../../http/downloads.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Context, Services } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { dropUnused, holdContent } from "../../files/quarantine.ts";
import { findList, forgetOldOriginals, noteOriginal } from "./lists.queries.ts";

/** How long files are kept after a version was replaced, or was read and never taken. */
const usualLimits = { keptYears: 5, untakenDays: 30 };

/** Keeps the text of a list's file beside what was read of it. */
export async function keepOriginal(context: Context, id: number, pieces: readonly string[]): Promise<void> {
  const { sha256 } = await context.files.put(Readable.from(pieces).pipe(createGzip()));
  const size = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  await transact(context, async (tx) => {
    const content = Buffer.from(sha256, "hex");
    if (!(await holdContent(context, tx, content))) throw new Error("A list's file was removed before it was noted");
    await noteOriginal(tx, id, { content, size });
  });
}

/** The file, packed; each download is recorded. `notFound` where none is kept. */
export async function downloadOriginal(context: Context, id: number): Promise<SentFile> {
  const list = await findList(context.db, id);
  if (!list?.original_sha256) throw new Refusal("notFound");
  const { size, ...stored } = await context.files.open(list.original_sha256.toString("hex"));
  await transact(context, async (tx) =>
    tx.audit("screening.listDownloaded", id, { after: { name: list.name }, oncePerHour: true }),
  );
  return {
    name: `${list.name}.gz`,
    media_type: "application/gzip",
    size,
    etag: stored.sha256,
    stream: (start, end) => stored.stream(start, end),
  };
}

/** Deletes files of versions that were replaced five years ago, and of those that were read and never taken. The hash stays. */
export async function dropOldOriginals(services: Services, limits = usualLimits): Promise<number> {
  const dropped = await transact(systemContext(services, "screening"), (tx) => forgetOldOriginals(tx, limits));
  for (const content of dropped) await dropUnused(services, content);
  return dropped.length;
}

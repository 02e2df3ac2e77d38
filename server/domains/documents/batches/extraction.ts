/** The job that reads a ZIP with documents for many: unpacks it, then checks one file after another. */
import type { FieldCode } from "@portico/api/errors.ts";
import { fileNameForm, visibleFileName } from "@portico/api/rules/visible-text.ts";
import { z } from "zod";
import { defineJob } from "../../../jobs/jobs.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import { readAllBytes } from "../../../kernel/bytes.ts";
import type { Context, Services } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { type UnpackedFile, unpackFiles } from "../../files/archive.ts";
import { checkFile } from "../../files/check.ts";
import { dropUnused, holdContent } from "../../files/quarantine.ts";
import { getUploadLimits } from "../../uploads/storage-limits.ts";
import {
  type BatchRecord,
  type EntryRecord,
  endReading,
  findBatch,
  insertEntries,
  nextUnchecked,
  settleEntry,
} from "./batches.queries.ts";

export const readBatchJob = defineJob({
  name: "documents.read-batch",
  data: z.object({ id: z.number().int() }),
  batch: 1,
  retries: 4,
  timeoutSeconds: 3600,
});

/** What the type of a file is recognised by. */
const headBytes = 64;
/** Pages show how far it is. */
const tellEveryMs = 2000;

/** Unpacks and checks what is not checked yet; safe to repeat, and to run twice. */
export async function readBatch(services: Services, id: number): Promise<void> {
  const context = systemContext(services, "documents");
  const batch = await findBatch(services.db, id);
  if (batch?.state !== "reading") return;
  if (batch.sha256 && !(await unpackBatch(context, batch, batch.sha256))) return;
  for (let told = Number.NEGATIVE_INFINITY; ; ) {
    const entry = await nextUnchecked(services.db, id);
    if (!entry) break;
    const outcome = await checkEntry(context, batch, entry);
    const isTime = performance.now() - told > tellEveryMs;
    if (isTime) told = performance.now();
    await transact(context, async (tx) => {
      // Deleted meanwhile by a removal of the same content: the job is repeated.
      if ("sha256" in outcome && !(await holdContent(context, tx, outcome.sha256))) throw new Error("a lost content");
      await settleEntry(tx, id, entry.number, outcome);
      if (isTime) tx.emit("documentBatches:changed", {});
    });
    if (entry.sha256 && !("sha256" in outcome && outcome.sha256.equals(entry.sha256)))
      await dropUnused(context, entry.sha256);
  }
  await end(context, id, { state: "ready" });
}

const end = (context: Context, id: number, outcome: Parameters<typeof endReading>[2]): Promise<void> =>
  transact(context, async (tx) => {
    if (await endReading(tx, id, outcome)) tx.emit("documentBatches:changed", {});
  });

/** False if the archive is refused. */
async function unpackBatch(
  context: Context,
  { id, created_by_id, size }: BatchRecord,
  sha256: Buffer,
): Promise<boolean> {
  const { fileMaxBytes } = await getUploadLimits(context.db);
  const content = (await context.files.open(sha256.toString("hex"))).stream();
  const unpacked = await unpackFiles(context.files, { content, size }, created_by_id);
  if ("fault" in unpacked) await end(context, id, { state: "refused", refused_because: unpacked.fault });
  else {
    const entries = unpacked.map((file) => toEntry(file, fileMaxBytes));
    await transact(context, async (tx) => {
      const contents = entries.flatMap((entry) => (entry.sha256 ? [entry.sha256] : []));
      // In one order, so that two runs do not wait for each other.
      for (const one of contents.toSorted((a, b) => Buffer.compare(a, b)))
        if (!(await holdContent(context, tx, one))) throw new Error("a lost content");
      if (await insertEntries(tx, id, entries)) tx.emit("documentBatches:changed", {});
    });
  }
  await dropUnused(context, sha256);
  return !("fault" in unpacked);
}

/** A path that leads elsewhere, or a name with invisible characters, was made to deceive somebody. */
const isPlainPath = (path: string): boolean => {
  const parts = path.split(/[/\\]/);
  return (
    !/^[A-Za-z]:/.test(path) &&
    parts.every((part) => part !== "" && part !== "." && part !== ".." && fileNameForm.test(part))
  );
};

function toEntry({ path, size, stored }: UnpackedFile, fileMaxBytes: number) {
  const name = visibleFileName(path?.split(/[/\\]/).at(-1) || "?");
  const fault =
    path === null || !isPlainPath(path)
      ? ("badPath" as const)
      : size === 0
        ? ("fileEmpty" as const)
        : size > fileMaxBytes
          ? ("fileTooBig" as const)
          : stored
            ? null
            : ("unreadableFile" as const);
  return { name, size, sha256: fault === null && stored ? Buffer.from(stored.sha256, "hex") : null, fault };
}

type Outcome = { fault: FieldCode } | { sha256: Buffer; size: number; media_type: string; clean: boolean };

/** As a file that somebody sends by itself. */
async function checkEntry(
  { files, antivirus, log }: Context,
  { created_by_id }: BatchRecord,
  { name, sha256 }: EntryRecord,
): Promise<Outcome> {
  if (!sha256) return { fault: "unreadableFile" };
  const content = await files.open(sha256.toString("hex"));
  const verdict = await antivirus.check(content.stream());
  if (verdict.kind === "infected") return { fault: "infected" };
  if (verdict.kind === "unreachable") log.warn({ why: verdict.why }, "the virus check was not reached; the file waits");
  const head = await readAllBytes(content.stream(0, Math.min(headBytes, content.size)));
  const { size } = content;
  const checked = await checkFile({ name, size, head, content: content.stream(), takesOffice: true }, created_by_id);
  if ("refused" in checked) return { fault: checked.refused };
  // Bytes after the end of a picture are not stored.
  const kept =
    checked.end < content.size
      ? await files.put(content.stream(0, checked.end))
      : { sha256: content.sha256, size: content.size };
  return {
    sha256: Buffer.from(kept.sha256, "hex"),
    size: kept.size,
    media_type: checked.mediaType,
    clean: verdict.kind === "clean",
  };
}

/** Many documents as one ZIP, written while it is sent: nothing of it is held in memory or on disk. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { maxZipped } from "@portico/api/rules/documents.ts";
import { unfitForFileName } from "@portico/api/rules/visible-text.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { makeZip, predictLength } from "client-zip";
import type { SentFile } from "../../http/downloads.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { cutBytes } from "../../kernel/cut.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { isHolder, readsAsStaff } from "../../kernel/viewer.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { notStored } from "../files/missing-contents.ts";
import { type DocumentRecord, findDocuments } from "./documents.queries.ts";

interface Entry {
  name: string;
  size: number;
  lastModified: Date;
  sha256: string;
}

const endingOf = (name: string): string => /\.[A-Za-z0-9]{1,5}$/.exec(name)?.[0].toLowerCase() ?? "";

/** A name has at most 255 bytes in a file system: with the day, a number and the ending. */
const maxTitleBytes = 220;
/** Names that a file system may take for one. */
const folded = (name: string): string => name.normalize("NFC").toLowerCase();

/** Names by day and title, without signs that a file system forbids, and each once. */
export function namesInZip(documents: readonly Pick<DocumentRecord, "title" | "changed_at" | "file_name">[]): string[] {
  const taken = new Set<string>();
  return documents.map(({ title, changed_at, file_name }) => {
    const day = changed_at.toISOString().slice(0, 10);
    const plain = cutBytes(
      title.replaceAll(unfitForFileName, "_").replace(/^[. ]+|(?<![. ])[. ]+$/g, ""),
      maxTitleBytes,
    ).trimEnd();
    for (let count = 1; ; count++) {
      const name = `${day} ${plain || "document"}${count > 1 ? ` (${count})` : ""}${endingOf(file_name)}`;
      if (taken.has(folded(name))) continue;
      taken.add(folded(name));
      return name;
    }
  });
}

/**
 * The newest versions of these documents; `notFound` if one is missing, `stateConflict` if one is not found clean,
 * `fileLost` if the content of one is: a ZIP that ends early says nothing.
 */
export async function zipDocuments(context: Context, holder: Holder, ids: readonly number[]): Promise<SentFile> {
  const viewer = requireViewer(context);
  const isOwn = isHolder(viewer, holder);
  const asStaff = readsAsStaff(viewer, holder);
  const wanted = [...new Set(ids)].slice(0, maxZipped);
  const rows = await findDocuments(context.db, holder, wanted);
  if (rows.length < wanted.length || rows.some(({ deleted_at }) => deleted_at !== null && !asStaff))
    throw new Refusal("notFound");
  if (rows.some(({ file_state }) => file_state !== "clean")) throw new Refusal("stateConflict");
  if ((await notStored(context.files, rows)).length > 0) throw new Refusal("fileLost");
  if (!isOwn)
    await transact(context, async (tx) => {
      for (const { file_id, file_name } of rows)
        tx.audit(asStaff ? "file.readByStaff" : "file.readByDelegate", holder, {
          after: { id: file_id, name: file_name },
          oncePerHour: true,
        });
    });
  const names = namesInZip(rows);
  const entries: Entry[] = rows.map((row, place) => ({
    name: names[place] ?? "",
    size: row.size,
    lastModified: row.changed_at,
    sha256: row.sha256.toString("hex"),
  }));
  // The same documents give the same bytes.
  const etag = createHash("sha256").update(JSON.stringify(entries)).digest("hex");
  return {
    name: "documents.zip",
    media_type: "application/zip",
    size: Number(predictLength(entries)),
    etag,
    stream: (start, end) => Readable.from(part(streamZip(context, entries), start, end)),
  };
}

/** A stored content is opened when the one before it has been sent, and closed if the caller goes away. */
async function* openEntries({ files }: Pick<Context, "files">, entries: readonly Entry[]) {
  for (const { name, size, lastModified, sha256 } of entries) {
    const input = (await files.open(sha256)).stream();
    try {
      yield { name, size, lastModified, input };
    } finally {
      input.destroy();
    }
  }
}

const streamZip = (context: Pick<Context, "files">, entries: readonly Entry[]): ReadableStream<Uint8Array> =>
  makeZip(openEntries(context, entries), { buffersAreUTF8: true });

/** The bytes from `start` to before `end`; ends the source when it has them. */
async function* part(bytes: ReadableStream<Uint8Array>, start: number, end: number): AsyncGenerator<Uint8Array> {
  const reader = bytes.getReader();
  try {
    for (let at = 0; at < end; ) {
      const { value: piece } = await reader.read();
      if (!piece) return;
      const from = Math.max(0, start - at);
      const to = Math.min(piece.length, end - at);
      if (from < to) yield piece.subarray(from, to);
      at += piece.length;
    }
  } finally {
    // The library ends its source with an error.
    await reader.cancel().catch(() => undefined);
  }
}

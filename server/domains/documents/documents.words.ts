/** The words of PDFs, so that search finds documents by what they say. A job reads them after the upload. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";
import type { Services } from "../../kernel/context.ts";
import { readTextApart } from "../files/files.decoder.ts";
import { listUnread, storeWords } from "./words.queries.ts";

/** Also scheduled, for files that were not found clean when they were added. */
export const readWordsJob = defineJob({
  name: "documents.read-words",
  data: z.object({}),
  schedule: "*/5 * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
  // It is scheduled again in five minutes.
  retries: 0,
});

/** Undefined if it was removed meanwhile with its document: it must not hold up the others. */
async function readable(files: Services["files"], sha256: Buffer) {
  if (!(await files.has(sha256.toString("hex")))) return undefined;
  const content = await files.open(sha256.toString("hex"));
  return { size: content.size, content: content.stream() };
}

/** Reads every clean version that was not read yet; safe to run twice or concurrently. */
export async function readWords({ db, files }: Pick<Services, "db" | "files">): Promise<{ read: number }> {
  for (let read = 0; ; ) {
    const unread = await listUnread(db, 50);
    if (unread.length === 0) return { read };
    for (const { document_id, number, sha256 } of unread) {
      const content = await readable(files, sha256);
      const { pages, text } = content ? await readTextApart(content) : { pages: null, text: "" };
      await storeWords(db, { document_id, number }, { pages, text });
      read += 1;
    }
  }
}

/** The words of PDFs, so that search finds documents by what they say. A job reads them after the upload. */
import { z } from "zod";
import { eachRow } from "../../../jobs/each-row.ts";
import { defineJob } from "../../../jobs/jobs.ts";
import type { Services } from "../../../kernel/context.ts";
import { readTextApart } from "../../files/decoding/decoding.ts";
import { listUnread, storeWords, type UnreadVersion } from "./words.queries.ts";

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
export async function readWords({
  db,
  files,
  log,
}: Pick<Services, "db" | "files" | "log">): Promise<{ read: number; failed: number }> {
  const { done, failed } = await eachRow<UnreadVersion>(
    log,
    {
      list: (after) => listUnread(db, after, 50),
      async work({ document_id, number, sha256 }) {
        const content = await readable(files, sha256);
        const { pages, text } = content ? await readTextApart(content) : { pages: null, text: "" };
        await storeWords(db, { document_id, number }, { pages, text });
        return true;
      },
      name: ({ document_id, number }) => ({ document: document_id, version: number }),
    },
    "a document could not be read for search",
  );
  return { read: done, failed };
}

/** Work of a worker thread: looks at an uploaded file and keeps its preview. */
import type { ImportPreview } from "@portico/api/imports.ts";
import { transact } from "../../unit-of-work/transact.ts";
import type { Tools } from "../../workers/task.ts";
import { look, readUpload, type Upload } from "./imports.dry-run.ts";
import { packed } from "./imports.evidence.ts";
import { countsOf, storedPreview } from "./imports.preview.ts";
import { insertImport } from "./imports.queries.ts";
import { replaceQuotes } from "./imports.quotes.queries.ts";
import { type Asker, answered, contextOf, leftOutOf, recordImport } from "./imports.record.ts";

/** A name as lists can show it: without control characters, which no database text holds either. */
const shownName = (fileName: string): string => fileName.toWellFormed().replace(/\p{Cc}/gu, "\uFFFD");

/** Reads a file and says what it would do. Nothing is written but the preview, and the file where it may be confirmed. */
export async function run(
  { upload, asker }: { upload: Upload & { fileName: string }; asker: Asker },
  tools: Tools,
): Promise<ImportPreview> {
  const { db } = tools;
  const readFrom = await readUpload(db, asker.now, upload);
  const validated = await look(db, readFrom, upload.kind);
  const refused = validated.refusals.length > 0;
  const { content, sha256 } = await packed(upload.content);
  const record = await transact(contextOf(tools, asker), async (tx) => {
    const inserted = await insertImport(tx, {
      kind: upload.kind,
      format: readFrom.file.format,
      fileName: shownName(upload.fileName),
      sha256,
      characters: upload.content.length,
      content: refused ? null : content,
      openingBalances: upload.openingBalances,
      excluded: upload.exclude,
      state: refused ? "refused" : "previewed",
      preview: storedPreview(readFrom.file, validated),
      createdBy: asker.userId,
      ...countsOf(readFrom.file, validated),
    });
    await replaceQuotes(tx, inserted.id, validated.quotes);
    recordImport(tx, inserted, "import.previewed", {
      sha256: sha256.toString("hex"),
      ...leftOutOf(inserted),
    });
    return inserted;
  });
  return answered(db, record);
}

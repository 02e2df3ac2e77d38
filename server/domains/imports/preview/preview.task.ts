/** Worker task: validates an uploaded file and stores its preview. */
import type { ImportPreview } from "@portico/api/imports.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import type { Tools } from "../../../workers/task.ts";
import { type Asker, recordImport, toAuditedChoices, toWriteContext } from "../audit-entries.ts";
import { insertImport } from "../imports.queries.ts";
import { replaceQuotes } from "../quotes/quotes.queries.ts";
import { fileContent } from "../reading/file-content.ts";
import { packed } from "../stored-upload.ts";
import { dryRun, readUpload, type Upload } from "./dry-run.ts";
import { answered, countEntries, storedPreview } from "./preview.ts";

/** The file as it was sent: its bytes, or its text, which is put together here, in pieces until then. */
type Sent = Omit<Upload, "content"> & { sent: readonly string[] | Uint8Array; fileName: string };

/** A name fit for lists: without control characters, which database texts cannot contain either. */
const shownName = (fileName: string): string => fileName.toWellFormed().replace(/\p{Cc}/gu, "\uFFFD");

/** Reads a file and reports what it would change. Stores only the preview, and the file if it can be confirmed. */
export async function run(
  { upload: sent, asker }: { upload: Sent; asker: Asker },
  tools: Tools,
): Promise<ImportPreview> {
  const bytes = sent.sent instanceof Uint8Array ? sent.sent : Buffer.from(sent.sent.join(""), "utf8");
  const upload = { ...sent, content: fileContent(sent.fileName, bytes) };
  const { db } = tools;
  const readFrom = await readUpload(db, asker.now, upload);
  const validated = await dryRun(db, readFrom);
  const refused = validated.refusals.length > 0;
  const { content, sha256 } = await packed(bytes);
  const record = await transact(toWriteContext(tools, asker), async (tx) => {
    const inserted = await insertImport(tx, {
      kind: readFrom.kind,
      format: readFrom.file.format,
      message: readFrom.message,
      fileName: shownName(upload.fileName),
      sha256,
      characters: upload.content.text.length,
      content: refused ? null : content,
      openingBalances: upload.openingBalances,
      excluded: upload.exclude,
      decisions: upload.decisions,
      transferCosts: upload.transferCosts,
      state: refused ? "refused" : "previewed",
      preview: storedPreview(validated),
      createdBy: asker.userId,
      ...countEntries(validated),
    });
    await replaceQuotes(tx, inserted.id, validated.quotes);
    recordImport(tx, inserted, "import.previewed", {
      sha256: sha256.toString("hex"),
      ...toAuditedChoices(inserted),
    });
    return inserted;
  });
  return answered(db, asker, record);
}

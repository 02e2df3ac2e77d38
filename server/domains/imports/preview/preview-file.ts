/** Reads one file, stores its preview, and the file if it can be confirmed. */
import { transact } from "../../../unit-of-work/transact.ts";
import type { Tools } from "../../../workers/task.ts";
import { recordUnknownAccounts } from "../../custodians/account-lists.ts";
import { type Asker, personOf, recordImport, toAuditedChoices, toWriteContext } from "../audit-entries.ts";
import { findPickedUp, type ImportRecord, insertImport } from "../imports.queries.ts";
import { replaceQuotes } from "../quotes/quotes.queries.ts";
import { packed } from "../stored-upload.ts";
import { dryRun, readUpload, type Upload } from "./dry-run.ts";
import { countEntries, storedPreview, type Validated } from "./preview.ts";

/** A name fit for lists: without control characters, which database texts cannot contain either. */
const shownName = (fileName: string): string => fileName.toWellFormed().replace(/\p{Cc}/gu, "\uFFFD");

const countEntriesOf = ({ file }: Validated, account: string): number =>
  file.entries.filter((entry) => entry.account === account).length;

/** The record of the file, previewed or refused. One transaction; nothing is booked. */
export async function previewFile(tools: Tools, asker: Asker, upload: Upload): Promise<ImportRecord> {
  const { db } = tools;
  const { content: file, pickup } = upload;
  const fileName = shownName(file.fileName);
  // Read before, by a process that ended before it could say so.
  const known = pickup && (await findPickedUp(db, pickup.fileId, fileName));
  if (known) return known;
  const readFrom = await readUpload(db, asker.now, upload);
  const validated = await dryRun(db, readFrom);
  const refused = validated.refusals.length > 0;
  const { content, sha256 } = await packed(file.bytes);
  return transact(toWriteContext(tools, asker), async (tx) => {
    const inserted = await insertImport(tx, {
      kind: readFrom.kind,
      format: readFrom.file.format,
      message: readFrom.message,
      custodianId: readFrom.custodianId,
      fileName,
      sha256,
      characters: file.text.length,
      content: refused ? null : content,
      openingBalances: upload.openingBalances,
      excluded: upload.exclude,
      decisions: upload.decisions,
      transferCosts: upload.transferCosts,
      state: refused ? "refused" : "previewed",
      preview: storedPreview(validated),
      createdBy: personOf(asker),
      pickupFileId: pickup?.fileId ?? null,
      pickedUpFrom: pickup?.from ?? null,
      account: upload.account ?? null,
      mapping: readFrom.file.mapping ?? null,
      ...countEntries(validated),
    });
    await replaceQuotes(tx, inserted.id, validated.quotes);
    const unknown = validated.unknownAccounts ?? [];
    await recordUnknownAccounts(
      tx,
      unknown.map((number) => ({ number, entries: countEntriesOf(validated, number) })),
      { custodianId: readFrom.custodianId, name: inserted.fileName, sha256, importId: inserted.id },
    );
    recordImport(tx, inserted, "import.previewed", {
      sha256: sha256.toString("hex"),
      ...toAuditedChoices(inserted),
      ...(pickup && { pickedUpFrom: pickup.from }),
    });
    return inserted;
  });
}

/** Worker task: reads a file of announcements and stores its preview, with the rows it would store. */
import { createHash } from "node:crypto";
import { insertRowFile } from "../../database/row-files.queries.ts";
import { transact } from "../../unit-of-work/transact.ts";
import type { Tools } from "../../workers/task.ts";
import { type Asker, toWriteContext } from "../imports/audit-entries.ts";
import { shownName, shownRefusals, shownRows, toAuditedFile } from "../imports/row-files.ts";
import { findByIsins } from "../market-data/market-data.ts";
import { firmDay } from "../settings/firm-day.ts";
import { listOfInstruments, type NewAnnouncement } from "./announcements.queries.ts";
import { compareRows, markRows } from "./checks.ts";
import { type ReadRow, readAnnouncements } from "./reader.ts";

interface Sent {
  fileName: string;
  /** In pieces; the text is put together here. */
  content: readonly string[];
}

type Row = ReadRow & NewAnnouncement & { name: string };

/** The id of the stored preview. */
export async function run({ upload, asker }: { upload: Sent; asker: Asker }, tools: Tools): Promise<number> {
  const { db } = tools;
  const text = upload.content.join("");
  const { today } = await firmDay(db, asker.now);
  const read = readAnnouncements(text);
  const instruments = await findByIsins(db, [...new Set(read.announcements.map(({ isin }) => isin))]);
  const rows: Row[] = [];
  const refusals = [...read.refusals];
  for (const row of read.announcements) {
    const instrument = instruments.get(row.isin);
    if (instrument) rows.push({ ...row, instrumentId: instrument.id, name: instrument.name });
    else refusals.push({ line: row.line, code: "unknownInstrument", detail: row.isin, account: null });
  }
  const stored = await listOfInstruments(db, [...new Set(rows.map(({ instrumentId }) => instrumentId))]);
  const compared = compareRows(rows, stored);
  const isRefused = refusals.length > 0;
  const marked = isRefused ? [] : markRows(compared, stored, today);
  const waiting = [
    ...compared.fresh.map((row) => ({ ...row, corrects: null })),
    ...compared.corrections.map(({ row, stored: { id } }) => ({ ...row, corrects: id })),
  ].map(({ line, instrumentId, kind, exDay, recordDay, payDay, currency, amount, corrects }) => ({
    line,
    instrumentId,
    kind,
    exDay,
    recordDay,
    payDay,
    currency,
    amount,
    corrects,
  }));
  const shown = ({ line, isin, name, kind, exDay, recordDay, payDay, currency, amount }: Row) => ({
    line,
    isin,
    name,
    kind,
    exDay,
    recordDay,
    payDay,
    currency,
    amount,
  });
  const sha256 = createHash("sha256").update(text).digest();
  return transact(toWriteContext(tools, asker), async (tx) => {
    const made = await insertRowFile(tx, "income_announcement_upload", {
      file_name: shownName(upload.fileName),
      sha256,
      state: isRefused ? "refused" : "previewed",
      rows: read.rows,
      new_rows: compared.fresh.length,
      known_rows: compared.known.length + read.repeated,
      corrected_rows: compared.corrections.length,
      refused_rows: refusals.length,
      marked_rows: marked.length,
      preview: {
        fresh: compared.fresh.slice(0, shownRows).map(shown),
        corrections: compared.corrections.slice(0, shownRows).map(({ row, stored: before }) => ({
          ...shown(row),
          stored: {
            recordDay: before.recordDay,
            payDay: before.payDay,
            currency: before.currency,
            amount: before.amount,
          },
        })),
        refusals: shownRefusals(refusals),
        marked: marked.slice(0, shownRows).map(({ row, marks, other }) => ({ ...shown(row), marks, other })),
      },
      waiting,
      created_by: asker.userId,
    });
    tx.audit("announcement.filePreviewed", made.id, {
      after: { ...toAuditedFile(made), sha256: sha256.toString("hex") },
    });
    tx.emit("announcements:changed", {});
    return made.id;
  });
}

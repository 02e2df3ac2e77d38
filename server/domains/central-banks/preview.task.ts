/** Worker task: reads an archive of rates and stores its preview, with the rows it would store. */
import { createHash } from "node:crypto";
import { addDays } from "@portico/api/rules/calendar.ts";
import { insertRowFile } from "../../database/row-files.queries.ts";
import { transact } from "../../unit-of-work/transact.ts";
import type { Tools } from "../../workers/task.ts";
import { type Asker, toWriteContext } from "../imports/audit-entries.ts";
import { shownName, shownRefusals, shownRows } from "../imports/row-files.ts";
import { firmDay } from "../settings/firm-day.ts";
import { readArchive } from "./archive.ts";
import { compareRates, markRates } from "./comparison.ts";
import { type BankRate, listRates } from "./rates.queries.ts";
import { bankOfArchives, toAudited } from "./upload.ts";

interface Sent {
  fileName: string;
  /** In pieces; the text is put together here. */
  content: readonly string[];
}

/** Days before the file in which the rates before its first ones are looked for. */
const daysBefore = 14;
const quotedOf = ({ rate, units, table }: BankRate) => ({ rate, units, table });

/** The id of the stored preview. */
export async function run({ upload, asker }: { upload: Sent; asker: Asker }, tools: Tools): Promise<number> {
  const { db } = tools;
  const text = upload.content.join("");
  const { today } = await firmDay(db, asker.now);
  const read = readArchive(text, { today });
  const days = read.rates.map(({ day }) => day).toSorted();
  const [from = today, to = today] = [days[0], days.at(-1)];
  const stored = await listRates(db, { bank: bankOfArchives, from: addDays(from, -daysBefore), to });
  const { fresh, known } = compareRates(read.rates, stored);
  const corrections = fresh.flatMap(({ before, ...rate }) => (before ? [{ before, ...rate }] : []));
  const isRefused = read.refusals.length > 0;
  const marked = isRefused ? [] : markRates(fresh, stored);
  const sha256 = createHash("sha256").update(text).digest();
  return transact(toWriteContext(tools, asker), async (tx) => {
    const made = await insertRowFile(tx, "central_bank_upload", {
      file_name: shownName(upload.fileName),
      sha256,
      state: isRefused ? "refused" : "previewed",
      rows: read.rows,
      new_rows: fresh.length - corrections.length,
      known_rows: known,
      corrected_rows: corrections.length,
      refused_rows: read.refusals.length,
      marked_rows: marked.length,
      preview: {
        bank: bankOfArchives,
        from: days[0] ?? null,
        to: days.at(-1) ?? null,
        currencies: new Set(read.rates.map(({ currency }) => currency)).size,
        corrections: corrections.slice(0, shownRows).map(({ line, day, currency, before, ...rate }) => ({
          line,
          day,
          currency,
          stored: quotedOf(before),
          value: quotedOf({ day, currency, ...rate }),
        })),
        refusals: shownRefusals(read.refusals),
        marked: marked.slice(0, shownRows).map(({ rate, previous, marks }) => ({
          line: rate.line,
          day: rate.day,
          currency: rate.currency,
          value: quotedOf(rate),
          before: previous && quotedOf(previous),
          marks,
        })),
      },
      waiting: fresh,
      created_by: asker.userId,
    });
    tx.audit("centralBank.archivePreviewed", made.id, {
      after: { ...toAudited(made), sha256: sha256.toString("hex") },
    });
    tx.emit("centralBanks:changed", {});
    return made.id;
  });
}

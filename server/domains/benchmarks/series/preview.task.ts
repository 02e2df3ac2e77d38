/** Worker task: reads a file of values of a series and stores its preview, with the rows it would store. */
import { createHash } from "node:crypto";
import { insertRowFile } from "../../../database/row-files.queries.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import type { Tools } from "../../../workers/task.ts";
import { type Asker, toWriteContext } from "../../imports/audit-entries.ts";
import { shownName, shownRefusals, shownRows } from "../../imports/row-files.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { compareRows, findLoneFirst, markRows } from "./checks.ts";
import { readValues } from "./reader.ts";
import { toAudited } from "./upload.ts";
import { findFirstStored, listFromSources, listStoredValues } from "./values.queries.ts";

interface Sent {
  benchmarkId: number;
  currency: string;
  fileName: string;
  /** In pieces; the text is put together here. */
  content: readonly string[];
  source: string;
}

/** The id of the stored preview. */
export async function run({ upload, asker }: { upload: Sent; asker: Asker }, tools: Tools): Promise<number> {
  const { db } = tools;
  const { benchmarkId, currency, source } = upload;
  const text = upload.content.join("");
  const { today } = await firmDay(db, asker.now);
  const read = readValues(text, { today, source, currency });
  const days = read.values.map(({ day }) => day).toSorted();
  const [from = today, to = today] = [days[0], days.at(-1)];
  const counting = await listStoredValues(db, benchmarkId, { from, to });
  const fromSources = await listFromSources(db, benchmarkId, read.values);
  const first = await findFirstStored(db, benchmarkId);
  const compared = compareRows(read.values, { counting, fromSources });
  const refusals = [...read.refusals, ...compared.refusals, ...findLoneFirst(compared.waiting, first)];
  const isRefused = refusals.length > 0;
  const marked = isRefused ? [] : markRows(compared.waiting, counting, first);
  const stored = compared.waiting.map(({ day }) => day).toSorted();
  const sha256 = createHash("sha256").update(text).digest();
  return transact(toWriteContext(tools, asker), async (tx) => {
    const made = await insertRowFile(tx, "benchmark_upload", {
      owner: { benchmark_id: benchmarkId },
      file_name: shownName(upload.fileName),
      sha256,
      state: isRefused ? "refused" : "previewed",
      rows: read.rows,
      new_rows: compared.fresh,
      known_rows: compared.known + read.repeated,
      corrected_rows: compared.corrections.length,
      refused_rows: refusals.length,
      marked_rows: marked.length,
      preview: {
        currency,
        from: stored[0] ?? null,
        to: stored.at(-1) ?? null,
        corrections: compared.corrections.slice(0, shownRows),
        refusals: shownRefusals(refusals),
        marked: marked.slice(0, shownRows),
      },
      waiting: compared.waiting,
      created_by: asker.userId,
    });
    tx.audit("benchmark.valuesPreviewed", benchmarkId, {
      after: { ...toAudited(made), sha256: sha256.toString("hex") },
    });
    tx.emit("benchmarks:changed", {});
    return made.id;
  });
}

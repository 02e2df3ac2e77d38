/** Worker task: reads a file of NAVs and stores its preview, with the rows it would store. */
import { createHash } from "node:crypto";
import type { NavPreview } from "@portico/api/funds.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import type { Tools } from "../../../workers/task.ts";
import { type Asker, toWriteContext } from "../../imports/audit-entries.ts";
import { shownName, shownRefusals, shownRows } from "../../imports/row-files.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { findFunds, findFundsByIsin } from "../funds.queries.ts";
import { findLoneFirsts, type KnownFund, markRows, matchFunds, summariseFunds } from "./checks.ts";
import { findKnown, insertUpload, insertUploadRows, listStored, type NewNav } from "./navs.queries.ts";
import { readNavs } from "./reader.ts";
import { toNavFile } from "./upload.ts";

interface Sent {
  fileName: string;
  /** In pieces; the text is put together here. */
  content: readonly string[];
  fundId: number | undefined;
}

/** The id of the stored preview. */
export async function run({ upload, asker }: { upload: Sent; asker: Asker }, tools: Tools): Promise<number> {
  const { db } = tools;
  const text = upload.content.join("");
  const { today } = await firmDay(db, asker.now);
  const read = readNavs(text, { ofOneFund: upload.fundId !== undefined, today });
  const only = upload.fundId === undefined ? undefined : (await findFunds(db, [upload.fundId]))[0];
  const isins = [...new Set(read.navs.flatMap(({ isin }) => isin ?? []))];
  const known: KnownFund[] = [...(await findFundsByIsin(db, isins)), ...(only ? [only] : [])];
  const matched = matchFunds(read, { byIsin: new Map(known.map((fund) => [fund.isin, fund])), only });
  const compared = await compare(tools, matched.rows);
  const funds = new Map(known.map((fund) => [fund.id, fund]));
  const shown = [...compared.fresh, ...compared.corrections];
  const stored = await around(tools, shown);
  const refusals = [...read.refusals, ...matched.refusals, ...findLoneFirsts(compared.fresh, stored)];
  const isRefused = refusals.length > 0;
  const marked = isRefused ? [] : markRows(shown, stored, funds);
  return transact(toWriteContext(tools, asker), async (tx) => {
    const made = await insertUpload(tx, {
      file_name: shownName(upload.fileName),
      sha256: createHash("sha256").update(text).digest(),
      state: isRefused ? "refused" : "previewed",
      rows: read.rows,
      new_rows: compared.fresh.length,
      known_rows: compared.known + matched.repeated,
      refused_rows: refusals.length,
      marked_rows: marked.length,
      corrected_rows: compared.corrections.length,
      preview: {
        conflicts: findConflicts(compared.corrections.slice(0, shownRows), funds),
        refusals: shownRefusals(refusals),
        funds: summariseFunds(compared.fresh, funds),
        marked: marked.slice(0, shownRows),
        leftOutRows: read.leftOut,
      },
      created_by: asker.userId,
    });
    if (!isRefused) await insertUploadRows(tx, made.id, shown);
    tx.audit("fund.navsPreviewed", made.id, {
      after: { ...toNavFile(made), sha256: createHash("sha256").update(text).digest("hex") },
    });
    tx.emit("funds:changed", {});
    return made.id;
  });
}

/** Rows that are stored already are skipped, or corrections where the stored value is another. */
async function compare({ db }: Tools, rows: readonly NewNav[]) {
  const found = rows.length > 0 ? await findKnown(db, rows) : [];
  const gone = new Set(found.map(({ index }) => index));
  const corrections = found.flatMap(({ index, alike, value }): NewNav[] => {
    const row = rows[index];
    return alike || !row ? [] : [{ ...row, before: value }];
  });
  return {
    fresh: rows.filter((_, index) => !gone.has(index)),
    known: found.length - corrections.length,
    corrections,
  };
}

const findConflicts = (rows: readonly NewNav[], funds: ReadonlyMap<number, KnownFund>): NavPreview["conflicts"] =>
  rows.map(({ line, fundId, day, value, before = "" }) => ({
    line,
    fund_id: fundId,
    name: funds.get(fundId)?.name ?? "",
    day,
    stored: before,
    value,
  }));

/** Stored NAVs in the days of the rows, and those next to them. */
async function around({ db }: Tools, rows: readonly NewNav[]) {
  const days = rows.map(({ day }) => day).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return [];
  return listStored(db, [...new Set(rows.map(({ fundId }) => fundId))], { from, to });
}

/** Makes every kept report's data again from what was known to it, and compares their hashes. */

import { canonicalJson } from "@portico/reports/canonical.ts";
import type { Services } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import { askedOf } from "./given.ts";
import { kinds } from "./kinds/kinds.ts";
import { hashOf } from "./making.ts";
import { findReport, listToVerify, type ReportRecord } from "./reports.queries.ts";

export interface ReportFault {
  id: number;
  /** What is wrong, for the operator. */
  what: string;
}

const pageSize = 100;

async function findFault(db: Services["db"], row: ReportRecord): Promise<string | null> {
  const stored = row.data_hash;
  if (row.data === null || !stored) return "it has no data";
  if (!hashOf(row.data).equals(stored)) return "its stored data are not those of its hash";
  const maker = kinds[row.kind];
  if (!maker) return `this build makes no reports of the kind ${row.kind}`;
  const made = await inTransaction(db, (trx) => maker.make(trx, askedOf(row)), "repeatable read");
  if ("failure" in made) return `its data cannot be made again: ${made.failure}`;
  return hashOf(canonicalJson(made.data)).equals(stored) ? null : "its data made again differ from what is kept";
}

/** In pages by id, from after `after`; `onPage` is told the last id of each, from which an interrupted run continues. */
export async function verifyReports(
  { db }: Pick<Services, "db">,
  { after = 0, onPage }: { after?: number; onPage?: (last: number) => void } = {},
): Promise<{ verified: number; faults: ReportFault[] }> {
  const faults: ReportFault[] = [];
  let verified = 0;
  let last = after;
  for (;;) {
    const rows = await listToVerify(db, last, pageSize);
    for (const row of rows) {
      const what = await findFault(db, row);
      if (what !== null) faults.push({ id: row.id, what });
      verified += 1;
      last = row.id;
    }
    if (rows.length < pageSize) return { verified, faults };
    onPage?.(last);
  }
}

/** One report, on the thread for documents: whether its stored data have their hash, and the data made again now too. */
export async function checkReport(
  { db, workers }: Pick<Services, "db" | "workers">,
  id: number,
): Promise<{ stored: "equal" | "different"; again: "equal" | "different" | "failed" }> {
  const row = await findReport(db, id);
  const hash = row?.data_hash;
  if (!row || row.data === null || !hash) throw new Refusal("stateConflict");
  const holder = `${row.holder_type}/${row.holder_id}`;
  const made = await workers.run("reportData", { kind: row.kind, asked: askedOf(row) }, { holder });
  const compare = (data: string) => (hashOf(data).equals(hash) ? "equal" : "different");
  return { stored: compare(row.data), again: "failure" in made ? "failed" : compare(made.data) };
}

/** Makes the data of a report on a worker thread, because the ledger may have to be replayed. */
import type { ReportFailure, ReportKind } from "@portico/api/rules/reports.ts";
import { canonicalJson } from "@portico/reports/canonical.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import type { Tools } from "../../workers/task.ts";
import type { AskedReport } from "./kinds/kind.ts";
import { kinds } from "./kinds/kinds.ts";

/** Characters of a report's data; some 100,000 rows. */
const maxData = 40_000_000;

export type MadeText = { data: string } | { failure: ReportFailure };

/** The data as canonical JSON, or why there are none. In one snapshot. */
export async function run({ kind, asked }: { kind: ReportKind; asked: AskedReport }, { db }: Tools): Promise<MadeText> {
  const maker = kinds[kind];
  if (!maker) throw new Error(`no report of the kind ${kind} is made`);
  const made = await inTransaction(db, (trx) => maker.make(trx, asked), "repeatable read");
  if ("failure" in made) return made;
  const data = canonicalJson(made.data);
  return data.length > maxData ? { failure: "tooLarge" } : { data };
}

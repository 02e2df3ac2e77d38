/** What waits for the firm, by the colleague whose it is. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { workload } from "@portico/api/workload.ts";
import type { Context } from "../../kernel/context.ts";
import { countWork } from "./workload.queries.ts";

export async function listWorkload({ db, now }: Context): Promise<Answer<(typeof workload)["list"]>> {
  const rows = await countWork(db, now());
  return { rows: rows.map((row) => ({ ...row, oldest: row.oldest.toISOString() })) };
}

/** The order of definitions: each change names the order that it was made from, and only the first of two stands. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import type { funds } from "@portico/api/funds.ts";
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { countOrderChange, getOrderVersion, listIds, storeOrder } from "./definitions.queries.ts";

/** Ids and version of one moment. */
export const listDefinitionIds = ({ db }: Context): Promise<Answer<typeof funds.listDefinitionIds>> =>
  inTransaction(
    db,
    async (trx) => ({ orderVersion: await getOrderVersion(trx), ids: await listIds(trx) }),
    "repeatable read",
  );

/** Why a list is no order of the known definitions. */
function findOrderFaults(ids: readonly number[], known: readonly number[]): { path: string; code: FieldCode }[] {
  const seen = new Set<number>();
  const all = new Set(known);
  const faults: { path: string; code: FieldCode }[] = [];
  for (const [place, id] of ids.entries()) {
    if (seen.has(id)) faults.push({ path: `ids.${place}`, code: "twice" });
    else if (!all.has(id)) faults.push({ path: `ids.${place}`, code: "unknown" });
    seen.add(id);
  }
  if (known.some((id) => !seen.has(id))) faults.push({ path: "ids", code: "required" });
  return faults;
}

/** `stateConflict` for a list made from an older order; `badInput` for one that lacks, doubles or invents a definition. */
export async function orderDefinitions(
  context: Context,
  { ids, orderVersion }: { ids: number[]; orderVersion: number },
): Promise<Answer<typeof funds.orderDefinitions>> {
  return transact(context, async (tx) => {
    const version = await countOrderChange(tx, orderVersion);
    if (version === undefined) throw new Refusal("stateConflict");
    const before = await listIds(tx);
    const fields = findOrderFaults(ids, before);
    if (fields.length > 0) throw new Refusal("badInput", { fields });
    await storeOrder(tx, ids);
    tx.audit("definition.ordered", "all", { before: { ids: before }, after: { ids, orderVersion: version } });
    tx.emit("funds:changed", {});
    return { orderVersion: version };
  });
}

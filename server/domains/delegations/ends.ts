/** Holders are told once that the last day of a delegation is near: they can invite the person again. */
import { eachRow } from "../../jobs/each-row.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getUserNames } from "../holders/holders.ts";
import { type DelegationRecord, listEnding, noteReminded } from "./delegations.queries.ts";

/** Days before the last one. */
const days = 7;

export async function remindOfEnds(services: Services): Promise<{ reminded: number; failed: number }> {
  const context = systemContext(services, "delegations");
  const { done, failed } = await eachRow<DelegationRecord>(
    services.log,
    {
      list: (after) => listEnding(services.db, { days, after: after?.id ?? 0, limit: 200 }),
      work: (row) =>
        transact(context, async (tx) => {
          if (!(await noteReminded(tx, row.id))) return false;
          const names = await getUserNames(tx, row.delegate_id === null ? [] : [row.delegate_id]);
          await tx.notify(holderOf(row), {
            type: "delegate_ending",
            params: { account: names.get(row.delegate_id ?? 0) ?? row.email, day: row.valid_to },
            target_id: row.id,
          });
          return true;
        }),
      name: ({ id }) => ({ delegation: id }),
    },
    "a holder could not be told that a delegation ends",
  );
  return { reminded: done, failed };
}

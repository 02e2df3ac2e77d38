/** Staff are told once that the last day of a legal hold is reached. It stands until two people lift it. */
import { eachRow } from "../../../jobs/each-row.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getHolder } from "../../holders/holders.ts";
import { type HoldRow, listDue, noteReminded } from "./holds.queries.ts";

export async function remindOfHolds(services: Services): Promise<{ done: number; failed: number }> {
  const context = systemContext(services, "data-rights");
  return eachRow<HoldRow>(
    services.log,
    {
      list: (after) => listDue(services.db, after?.id ?? 0),
      work: (row) =>
        transact(context, async (tx) => {
          if (!(await noteReminded(tx, row.id))) return false;
          const holder = holderOf(row);
          const { name } = await getHolder(tx, holder);
          await tx.notifyStaff(holder, {
            type: "client_hold_ending",
            params: { name, day: row.ends_on ?? "" },
            created_by: null,
          });
          tx.audit("hold.ended", holder, { after: { hold: row.id, endsOn: row.ends_on } });
          tx.emit("dataRights", holder);
          return true;
        }),
      name: ({ id }) => ({ hold: id }),
    },
    "staff could not be told that the last day of a hold is reached",
  );
}

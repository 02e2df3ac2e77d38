/** Staff are told, once for each document of a fund, that its validity ends soon. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { expiringDays } from "@portico/api/rules/funds.ts";
import type { Services } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { claimUntold, listExpiring, listOffice } from "../funds.queries.ts";

/** The list of such documents is on the page of funds; a fund with several is named once. Run again it tells nothing. */
export const notifyExpiring = (services: Services): Promise<{ told: number }> =>
  transact(services, async (tx) => {
    const { today } = await firmDay(tx, services.now());
    const expiring = await listExpiring(tx, addDays(today, expiringDays));
    const untold = new Set(
      await claimUntold(
        tx,
        expiring.map(({ id }) => id),
      ),
    );
    const fresh = expiring.filter(({ id }) => untold.has(id));
    const office = fresh.length > 0 ? await listOffice(tx) : [];
    for (const [fund, documents] of Map.groupBy(fresh, ({ fund_id }) => fund_id)) {
      const [first] = documents;
      const params = { fund, name: first?.fund_name ?? "", count: documents.length, day: first?.valid_until ?? "" };
      for (const holderId of office)
        await tx.notify({ holderType: "user", holderId }, { type: "fund_document", params });
    }
    return { told: fresh.length };
  });

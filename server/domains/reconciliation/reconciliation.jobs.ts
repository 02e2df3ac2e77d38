/** Jobs of reconciliation: a holder's accounts after a booking or a file, and everybody's each night. */
import type { Holder } from "@portico/api/shapes.ts";
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { reconcileJob } from "../portfolios/ledger/reconcile.jobs.ts";
import { compareHolders } from "./compare.ts";
import { listComparedHolders } from "./lists.queries.ts";

export const nightlyJob = defineJob({
  name: "reconciliation.compare-all",
  data: z.object({}),
  schedule: "20 2 * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
  retries: 2,
  retryDelaySeconds: 60,
});

/** Holders compared in one transaction: other comparisons wait for it. */
const holdersAtOnce = 500;

/** Compares the last stated day of everybody's accounts. Returns how many holders. */
export async function compareAll(services: Services): Promise<number> {
  const context = systemContext(services, "reconciliation");
  let holders = 0;
  for (let after: Holder | undefined; ; ) {
    const next = await listComparedHolders(services.db, { after, limit: holdersAtOnce });
    if (next.length === 0) return holders;
    await compareHolders(context, next, { now: services.now(), onlyLast: true });
    holders += next.length;
    after = next.at(-1);
  }
}

export const reconciliationHandlers = (services: Services): JobHandler[] => [
  handleJob(reconcileJob, async (holder) => {
    await compareHolders(systemContext(services, "reconciliation"), [holder], { now: services.now() });
  }),
  handleJob(nightlyJob, async () => {
    services.log.info({ holders: await compareAll(services) }, "accounts were compared with the ledger");
  }),
];

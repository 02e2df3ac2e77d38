/** Background jobs of notices of falls. */

import { type Holder, holderParams } from "@portico/api/shapes.ts";
import { z } from "zod";
import { defineJob } from "../../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../../jobs/start.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { checkHolder, listDue } from "./falls.ts";

const sweepJob = defineJob({
  name: "falls.sweep",
  data: z.object({}),
  schedule: "*/15 * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 600,
  retries: 0,
});
const checkJob = defineJob({
  name: "falls.check",
  data: holderParams,
  batch: 1,
  onePerKey: true,
  retries: 4,
  retryDelaySeconds: 30,
  timeoutSeconds: 600,
});

/** Queues the look at each holder for whom it is due. */
export async function sweepFalls(services: Services): Promise<number> {
  const context = systemContext(services, "falls");
  let queued = 0;
  for (let after: Holder | undefined; ; ) {
    const holders = await listDue(services, after);
    if (holders.length === 0) return queued;
    await transact(context, async (tx) => {
      for (const holder of holders)
        await tx.enqueue(checkJob, holder, { key: `fall/${holder.holderType}/${holder.holderId}` });
    });
    queued += holders.length;
    after = holders.at(-1);
  }
}

export const mandatesHandlers = (services: Services): JobHandler[] => [
  handleJob(sweepJob, async () => void (await sweepFalls(services))),
  handleJob(checkJob, (holder) => checkHolder(services, holder)),
];

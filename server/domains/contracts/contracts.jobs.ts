/** Jobs about contracts: sealing, expiry, reminders, and batches. */
import { z } from "zod";
import { eachRow } from "../../jobs/each-row.ts";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { firmDay } from "../settings/firm-day.ts";
import { batchJob } from "./batches/batches.jobs.ts";
import { runBatch } from "./batches/batches.ts";
import { readContract } from "./contracts.ts";
import { listToEnd, listToRemind, noteReminded } from "./due.queries.ts";
import { endContract } from "./endings.ts";
import { sealJob } from "./evidence/seal.jobs.ts";
import { sealContract, sweepUnsealed } from "./evidence/seal.ts";

const pageSize = 200;
const scheduled = (name: string, schedule: string) =>
  // A failed run is repeated by the next one.
  defineJob({ name, data: z.object({}), schedule, onePerKey: true, batch: 1, timeoutSeconds: 1800, retries: 0 });
const sweepJob = scheduled("contracts.sweep", "*/5 * * * *");
const reminderJob = scheduled("contracts.remind", "10 7 * * *");

/** Ends contracts that expired, and those of holders who were rejected or disabled. */
export async function endContracts(services: Services): Promise<{ ended: number; failed: number }> {
  const context = systemContext(services, "contracts");
  const { today } = await firmDay(services.db, services.now());
  const { done, failed } = await eachRow<{ id: number; expired: boolean }>(
    services.log,
    {
      list: (after) => listToEnd(services.db, { today, after: after?.id ?? 0, limit: pageSize }),
      work: ({ id, expired }) =>
        transact(context, async (tx) => endContract(tx, await readContract(tx, id), { expired })),
      name: ({ id }) => ({ contract: id }),
    },
    "a contract could not be ended",
  );
  return { ended: done, failed };
}

/** Reminds holders of contracts that await them: once a day, however often it runs. */
export async function sendContractReminders(services: Services): Promise<{ reminded: number; failed: number }> {
  const context = systemContext(services, "contracts");
  const { today } = await firmDay(services.db, services.now());
  const { done, failed } = await eachRow<{ id: number }>(
    services.log,
    {
      list: (after) => listToRemind(services.db, { today, after: after?.id ?? 0, limit: pageSize }),
      work: ({ id }) =>
        transact(context, async (tx) => {
          if (!(await noteReminded(tx, id, today))) return false;
          const row = await readContract(tx, id);
          await tx.notify(holderOf(row), {
            type: "contract_reminder",
            params: { contract: row.contract_name, day: row.expires_on },
            target_id: id,
          });
          return true;
        }),
      name: ({ id }) => ({ contract: id }),
    },
    "a holder could not be reminded of a contract",
  );
  return { reminded: done, failed };
}

/** Handlers for the job workers. */
export const contractsHandlers = (services: Services): JobHandler[] => [
  handleJob(sealJob, ({ id }) => sealContract(services, id)),
  handleJob(batchJob, ({ id }) => runBatch(services, id)),
  handleJob(sweepJob, async () => {
    const counts = { ...(await sweepUnsealed(services)), ...(await endContracts(services)) };
    if (counts.unsealed > 0 || counts.ended > 0)
      services.log.info(counts, "contracts were ended or queued for sealing");
  }),
  handleJob(reminderJob, async () => {
    services.log.info(await sendContractReminders(services), "holders were reminded of contracts");
  }),
];

/** Jobs about contracts: sealing, expiry, reminders, and sendings to many holders. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { firmDay } from "../settings/settings.firm-day.ts";
import { bulkJob } from "./contracts.bulk.job.ts";
import { runBulk } from "./contracts.bulk.ts";
import { listToEnd, listToRemind, moveContract, noteReminded } from "./contracts.queries.ts";
import { sealJob } from "./contracts.sealing.job.ts";
import { sealContract, sweepUnsealed } from "./contracts.sealing.ts";
import { holderOf, readContract } from "./contracts.service.ts";

const pageSize = 200;
const scheduled = (name: string, schedule: string) =>
  // A failed run is repeated by the next one.
  defineJob({ name, data: z.object({}), schedule, onePerKey: true, batch: 1, timeoutSeconds: 1800, retries: 0 });
const sweepJob = scheduled("contracts.sweep", "*/5 * * * *");
const reminderJob = scheduled("contracts.remind", "10 7 * * *");

/** Ends contracts that expired, and those of holders who were rejected or disabled. */
export async function endContracts(services: Services): Promise<{ ended: number }> {
  const context = systemContext(services, "contracts");
  const { today } = await firmDay(services.db, services.now());
  let ended = 0;
  for (let after = 0; ; ) {
    const page = await listToEnd(services.db, { today, after, limit: pageSize });
    const last = page.at(-1);
    if (!last) return { ended };
    for (const { id, expired } of page)
      await transact(context, async (tx) => {
        const row = await readContract(tx, id);
        // Somebody acted meanwhile.
        if (!(await moveContract(tx, id, { from: row.state, to: "rejected" }))) return;
        const holder = holderOf(row);
        tx.audit("contract.ended", holder, { after: { contract: id, name: row.contract_name, expired } });
        if (expired)
          await tx.notify(holder, {
            type: "contract_expired",
            params: { contract: row.contract_name },
            target_id: id,
          });
        tx.emit("contract", holder);
        ended += 1;
      });
    after = last.id;
  }
}

/** Reminds holders of contracts that await them: once a day, however often it runs. */
export async function remindOfContracts(services: Services): Promise<{ reminded: number }> {
  const context = systemContext(services, "contracts");
  const { today } = await firmDay(services.db, services.now());
  let reminded = 0;
  for (let after = 0; ; ) {
    const page = await listToRemind(services.db, { today, after, limit: pageSize });
    const last = page.at(-1);
    if (!last) return { reminded };
    for (const { id } of page)
      await transact(context, async (tx) => {
        if (!(await noteReminded(tx, id, today))) return;
        const row = await readContract(tx, id);
        await tx.notify(holderOf(row), {
          type: "contract_reminder",
          params: { contract: row.contract_name, day: row.expires_on },
          target_id: id,
        });
        reminded += 1;
      });
    after = last.id;
  }
}

/** Handlers for the job workers. */
export const contractsHandlers = (services: Services): JobHandler[] => [
  handleJob(sealJob, ({ id }) => sealContract(services, id)),
  handleJob(bulkJob, ({ id }) => runBulk(services, id)),
  handleJob(sweepJob, async () => {
    const counts = { ...(await sweepUnsealed(services)), ...(await endContracts(services)) };
    if (counts.unsealed > 0 || counts.ended > 0)
      services.log.info(counts, "contracts were ended or queued for sealing");
  }),
  handleJob(reminderJob, async () => {
    services.log.info(await remindOfContracts(services), "holders were reminded of contracts");
  }),
];

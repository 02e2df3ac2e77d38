/** Handlers of the jobs of pickup. */
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getSetting } from "../settings/settings.ts";
import { sourceOfCustodian } from "./looking/folder.ts";
import { lookInto } from "./looking/look.ts";
import { lookJob, pollJob } from "./pickups.jobs.ts";

/** Queues a look at each source that is on; one that waits already is not queued twice. */
export async function poll(services: Services): Promise<void> {
  const { connections } = await getSetting(services.db, "pickups");
  const sources = connections.flatMap(({ isOn, custodianId }) => (isOn ? [sourceOfCustodian(custodianId)] : []));
  await transact(systemContext(services, "pickup"), async (tx) => {
    for (const source of sources) await tx.enqueue(lookJob, { source }, { key: source });
  });
}

export async function lookAt(services: Services, source: string): Promise<void> {
  const custodianId = Number(/^sftp\/(\d+)$/.exec(source)?.[1]);
  if (custodianId) await lookInto(services, custodianId);
}

export const pickupsHandlers = (services: Services): JobHandler[] => [
  handleJob(pollJob, () => poll(services)),
  handleJob(lookJob, ({ source }) => lookAt(services, source)),
];

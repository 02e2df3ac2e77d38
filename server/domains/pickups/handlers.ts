/** Handlers of the jobs of pickup. */
import { handleWatchJob, pickupsWatchJob } from "../../jobs/firm-jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getSetting } from "../settings/settings.ts";
import { fetchQuotes, quoteSourceNames } from "./fetching.ts";
import { sourceOfCustodian } from "./looking/folder.ts";
import { lookInto } from "./looking/look.ts";
import { lookJob, pollJob } from "./pickups.jobs.ts";
import { listSourceRows } from "./pickups.queries.ts";
import { watchSources } from "./watch.ts";

/** Queues a look at each source that is on; one that waits already is not queued twice. */
export async function poll(services: Services): Promise<void> {
  const { connections } = await getSetting(services.db, "pickups");
  const folders = connections.flatMap(({ isOn, custodianId }) => (isOn ? [sourceOfCustodian(custodianId)] : []));
  const sources = [...folders, ...(await listDueQuotes(services))];
  await transact(systemContext(services, "pickup"), async (tx) => {
    for (const source of sources) await tx.enqueue(lookJob, { source }, { key: source });
  });
}

/** Addresses are asked every three hours: a source publishes once a day. */
const pauseMs = 3 * 60 * 60_000;

async function listDueQuotes({ db, now }: Services): Promise<string[]> {
  const [set, rows] = await Promise.all([getSetting(db, "quoteSources"), listSourceRows(db)]);
  return quoteSourceNames.filter((name) => {
    const looked = rows.get(name)?.looked_at ?? null;
    return set[name]?.isOn && (looked === null || now().getTime() - looked.getTime() >= pauseMs);
  });
}

export async function lookAt(services: Services, source: string): Promise<void> {
  const custodianId = Number(/^sftp\/(\d+)$/.exec(source)?.[1]);
  if (custodianId) await lookInto(services, custodianId);
  const quotes = quoteSourceNames.find((name) => name === source);
  if (quotes) await fetchQuotes(services, quotes);
}

export const pickupsHandlers = (services: Services): JobHandler[] => [
  handleJob(pollJob, () => poll(services)),
  handleJob(lookJob, ({ source }) => lookAt(services, source)),
  handleWatchJob(services, pickupsWatchJob, () => watchSources(services)),
];

/**
 * Adds to the index of identifiers what is not in it: forms from before it existed or submitted to an older build, and all after
 * a change of its key or rules. Queued at each start; a form that is in it is not read again.
 */
import { z } from "zod";
import { eachRow } from "../../../jobs/each-row.ts";
import { defineJob } from "../../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../../jobs/start.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { readLockedState } from "../../holders/states.ts";
import { type FormOf, openRevision } from "../content.ts";
import { type IndexedForm, listUnindexed } from "./blind-index.queries.ts";
import { buildIndexEntry, storeIndexEntry } from "./blind-index.ts";
import { scheme } from "./normalised.ts";

const indexJob = defineJob({
  name: "forms.index-identifiers",
  data: z.object({}),
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
});

const atOnce = 100;

/** Adds each holder's newest and approved form; returns how many were added, and how many could not be read. */
export async function indexForms(services: Services): Promise<{ done: number; failed: number }> {
  const context = systemContext(services, indexJob.name);
  const { id: keyId } = await services.vault.recordKeys("identifier");
  return eachRow<IndexedForm>(
    services.log,
    {
      list: (after) => listUnindexed(services.db, { keyId, scheme, after: after?.id ?? 0, limit: atOnce }),
      async work(row) {
        const form: FormOf = { holderType: row.holder_type, holderId: row.holder_id, type: row.form_type };
        const { form_data } = await openRevision(context, form, row);
        const entry = await buildIndexEntry(context, form, form_data);
        await transact(context, async (tx) => {
          await readLockedState(tx, form);
          await storeIndexEntry(tx, form, row.id, entry);
        });
        return true;
      },
      name: (row) => ({ holderType: row.holder_type, holderId: row.holder_id, revision: row.revision }),
    },
    "the identifiers of a form could not be indexed",
  );
}

/** Queues the job; several processes that start at once queue it once. */
export const queueIndexing = ({ db }: Pick<Services, "db">): Promise<void> =>
  transact({ db }, async (tx) => void (await tx.enqueue(indexJob, {}, { key: "all" })));

/** Handlers for the job workers. */
export const indexHandlers = (services: Services): JobHandler[] => [
  handleJob(indexJob, async () => {
    const { done, failed } = await indexForms(services);
    if (done + failed > 0) services.log.info({ forms: done, failed }, "identifiers of submitted forms were indexed");
  }),
];

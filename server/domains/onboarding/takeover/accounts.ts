/**
 * Takes the bank accounts over from forms that were approved before the portal kept accounts. Not by a migration in SQL,
 * because the answers are encrypted. Queued at each start; what was looked at once is not looked at again, and of two
 * processes one waits for the other's lock and then finds it done.
 */
import { z } from "zod";
import { defineJob } from "../../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../../jobs/start.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { readAccount } from "../../forms/review/decision.ts";
import { addAccountFromForm, lockUnlookedList } from "../../payments/accounts/from-forms.ts";
import { type ApprovedForm, findFormsWithoutAccount } from "./accounts.queries.ts";

const takeoverJob = defineJob({
  name: "onboarding.take-over-accounts",
  data: z.object({}),
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
});

const atOnce = 100;

/** Adds the account of each approved form that was not looked at; returns how many forms were. */
export async function takeOverAccounts(services: Services): Promise<number> {
  let lookedAt = 0;
  for (;;) {
    const forms = await findFormsWithoutAccount(services.db, atOnce);
    for (const form of forms) await takeOver(services, form);
    lookedAt += forms.length;
    if (forms.length < atOnce) return lookedAt;
  }
}

async function takeOver(services: Services, { holder_type, holder_id, revision }: ApprovedForm): Promise<void> {
  const context = systemContext(services, takeoverJob.name);
  const holder = { holderType: holder_type, holderId: holder_id };
  await transact(context, async (tx) => {
    if (!(await lockUnlookedList(tx, holder))) return;
    const form = await readAccount(tx, context, holder, revision);
    if (form) await addAccountFromForm(tx, context, holder, form);
  });
}

/** Queues the takeover; several processes that start at once queue it once. */
export const queueTakeover = ({ db }: Pick<Services, "db">): Promise<void> =>
  transact({ db }, async (tx) => void (await tx.enqueue(takeoverJob, {}, { key: "all" })));

/** Handlers for the job workers. */
export const formAccountHandlers = (services: Services): JobHandler[] => [
  handleJob(takeoverJob, async () => {
    const forms = await takeOverAccounts(services);
    if (forms > 0) services.log.info({ forms }, "bank accounts were taken over from approved forms");
  }),
];

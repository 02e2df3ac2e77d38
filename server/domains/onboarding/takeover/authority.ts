/**
 * Reads how representatives act from company forms that were approved before the portal kept it. Queued at each start; a
 * company whose form was read is not looked at again.
 */
import { z } from "zod";
import { defineJob } from "../../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../../jobs/start.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { readAnswers } from "../../forms/review/decision.ts";
import { findCompaniesWithoutAuthority, storeSigningAuthority } from "../../holders/authority.ts";

const authorityJob = defineJob({
  name: "onboarding.read-signing-authority",
  data: z.object({}),
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
});

const atOnce = 100;

/** Reads the newest approved form of each company that was not read; returns how many were. */
export async function readSigningAuthority(services: Services): Promise<number> {
  let read = 0;
  for (;;) {
    const companies = await findCompaniesWithoutAuthority(services.db, atOnce);
    for (const { holder_id: holderId, revision } of companies) {
      const context = systemContext(services, authorityJob.name);
      await transact(context, async (tx) => {
        const answers = await readAnswers(tx, context, { holderType: "company", holderId }, revision);
        if (await storeSigningAuthority(tx, holderId, answers ?? {}))
          tx.rightsChanged({ userIds: [], companyIds: [holderId] });
      });
    }
    read += companies.length;
    if (companies.length < atOnce) return read;
  }
}

/** Queues the reading; several processes that start at once queue it once. */
export const queueSigningAuthority = ({ db }: Pick<Services, "db">): Promise<void> =>
  transact({ db }, async (tx) => void (await tx.enqueue(authorityJob, {}, { key: "all" })));

/** Handlers for the job workers. */
export const signingAuthorityHandlers = (services: Services): JobHandler[] => [
  handleJob(authorityJob, async () => {
    const companies = await readSigningAuthority(services);
    if (companies > 0) services.log.info({ companies }, "how representatives act was read from approved forms");
  }),
];

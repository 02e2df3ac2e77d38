/** Verifies all chains of the audit log every night, and when an administrator asks. */
import { readAnchors } from "../../audit/anchor-store.ts";
import { verifyAudit } from "../../audit/verify.ts";
import { verificationJob } from "../../jobs/firm-jobs.ts";
import { finishRun, startRun } from "../../jobs/runs.queries.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { transact } from "../../unit-of-work/transact.ts";

/** Entries between which other work of the process has its turn. */
const batch = 500;
/** Each chain has at most one. */
const breaksKept = 64;

/** A break is a finding, not a failure of the job: it is recorded once, and the job is not repeated. */
async function verifyAll(services: Services): Promise<void> {
  const { db, config, log } = services;
  const id = await startRun(db, verificationJob.name);
  try {
    const { breaks, ...counts } = await verifyAudit(db, await readAnchors(config), batch);
    await finishRun(db, id, {
      outcome: { ...counts },
      ...(breaks.length > 0 && {
        failure: {
          reason: { kind: "auditBroken", count: breaks.length, breaks: breaks.slice(0, breaksKept) },
          detail: breaks
            .map(({ chain, position, reason }) => `Chain ${chain}, entry ${position}: ${reason}.`)
            .join(" "),
        },
      }),
    });
    await transact({ db, system: verificationJob.name }, async (tx) =>
      tx.audit("audit.verified", "log", { after: { ...counts, breaks } }),
    );
    if (breaks.length > 0) log.error({ breaks }, "the audit log is broken");
    else log.info(counts, "the audit log was verified");
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    await finishRun(db, id, { failure: { reason: { kind: "unexpected" }, detail } });
    throw error;
  }
}

export const verificationHandlers = (services: Services): JobHandler[] => [
  handleJob(verificationJob, () => verifyAll(services)),
];

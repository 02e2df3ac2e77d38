/** The state of the audit log's chains: what was verified last, and a verification on demand. */
import type { audit, ChainState } from "@portico/api/audit.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { jobReason } from "@portico/api/job-reasons.ts";
import { verificationJob } from "../../jobs/firm-jobs.ts";
import { isFailed } from "../../jobs/runs.queries.ts";
import type { Context } from "../../kernel/context.ts";
import type { Db } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { findHeads, findLastVerification, isVerificationRunning } from "./state.queries.ts";

export async function readChainState(db: Db): Promise<ChainState> {
  const [{ entries, anchored_at }, run, running] = await Promise.all([
    findHeads(db),
    findLastVerification(db),
    isVerificationRunning(db),
  ]);
  return {
    entries,
    anchoredAt: anchored_at?.toISOString() ?? null,
    verified: run ? verifiedBy(run) : null,
    running,
  };
}

type Run = NonNullable<Awaited<ReturnType<typeof findLastVerification>>>;

function verifiedBy(run: Run): NonNullable<ChainState["verified"]> {
  const counts = (run.outcome ?? {}) as Record<string, number | undefined>;
  const reason = jobReason.safeParse(run.failure_reason).data;
  const breaks = reason?.kind === "auditBroken" ? reason.breaks : [];
  return {
    at: run.started_at.toISOString(),
    entries: counts["entries"] ?? 0,
    erased: counts["erased"] ?? 0,
    anchors: counts["anchors"] ?? 0,
    breaks,
    failure: isFailed(run) && breaks.length === 0 ? (run.failure ?? "") : null,
  };
}

/** Queues a verification, unless one is waiting. */
export async function askForVerification(context: Context): Promise<Answer<(typeof audit)["verify"]>> {
  await transact(context, async (tx) => {
    if (await tx.enqueue(verificationJob, {})) tx.audit("audit.verificationAsked", "log");
  });
  return { done: true };
}

/** Everybody, every night: who was looked at against this version and is unchanged since needs no new run, and is counted. */
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { dueJob } from "../screening.jobs.ts";
import { makeMissingDue } from "./due.queries.ts";
import { insertRound } from "./runs.queries.ts";
import { refreshService } from "./service.ts";
import { findSource } from "./source.ts";

/** Makes everybody due who is not covered, and records the round. Nothing while no list counts. */
export async function beginRound(services: Services): Promise<Record<string, number>> {
  await refreshService(services);
  return transact(systemContext(services, "screening"), async (tx): Promise<Record<string, number>> => {
    const source = await findSource(tx);
    if (!source) return {};
    const { rules, list } = source;
    const { holders, due } = await makeMissingDue(tx, { listId: list.id, rules });
    await insertRound(tx, { listId: list.id, rules, holders, unchanged: holders - due });
    await tx.enqueue(dueJob, {}, { key: "all" });
    return { due, unchanged: holders - due };
  });
}

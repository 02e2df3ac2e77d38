/** Tells a colleague of the work that somebody gave them, once of all that was given together. */
import type { ClaimedKind } from "@portico/api/work-claims/kinds.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { getUserNames } from "../holders/holders.ts";

/** The page of each queue, under `/admin`. */
const queues: Record<ClaimedKind | "break", string> = {
  form: "reviews",
  request: "requests",
  contract: "contracts",
  proposal: "proposals",
  screening: "screening",
  break: "reconciliation",
};

/** Nobody is told of what they gave themselves, or of what was taken from everybody. */
export async function tellColleague(
  tx: Tx,
  { kind, to, count, by }: { kind: ClaimedKind | "break"; to: number | null; count: number; by: number },
): Promise<void> {
  if (to === null || to === by) return;
  const name = (await getUserNames(tx, [by])).get(by) ?? "";
  await tx.notify(
    { holderType: "user", holderId: to },
    { type: "work_given", params: { what: kind, queue: queues[kind], count, name }, created_by: by },
  );
}

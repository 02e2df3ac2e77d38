/** Against what is screened now: the list that the firm took, or a service; and by which rules. */
import { screeningRules } from "@portico/kyc/screening/score.ts";
import type { Services } from "../../../kernel/context.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getSetting } from "../../settings/settings.ts";
import { findActiveList, type ListRecord } from "../lists/lists.queries.ts";
import type { Found, Query } from "../matching/matching.ts";
import { matchByService } from "./service.ts";

export interface Source {
  list: ListRecord;
  threshold: number;
  /** The rules of scores with the threshold: another of them is another run. */
  rules: string;
  keepDecisions: boolean;
}

/** Undefined while no list was taken, or the service was never reached: then nothing waits for screening. */
export async function findSource(db: Db): Promise<Source | undefined> {
  const { source, service, threshold, keepDecisions } = await getSetting(db, "screening");
  const list = await findActiveList(db, source);
  // Of another dataset than the one that is set now, nothing is known yet.
  if (list && source === "service" && list.name !== service?.dataset) return undefined;
  return list && { list, threshold, rules: `${screeningRules}/${threshold}`, keepDecisions };
}

/** Matches on a worker thread, whose tasks of screening run one after another; or by the service. Throws while that is away. */
export const matchAgainst = (
  services: Pick<Services, "workers" | "db" | "outside">,
  { list, threshold }: Source,
  queries: readonly Query[],
): Promise<Found[][]> =>
  list.source === "service"
    ? matchByService(services, queries, threshold)
    : services.workers.run("matchScreening", { listId: list.id, threshold, queries }, { holder: "screening" });

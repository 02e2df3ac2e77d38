/** For the list of jobs: whether every source that is on can be read, and no file is missing. */
import { failuresBeforeAlarm } from "@portico/api/rules/pickups.ts";
import type { Services } from "../../kernel/context.ts";
import { ExplainedFailure } from "../../kernel/explained-failure.ts";
import { getSettings } from "../settings/settings.ts";
import { sourceOfCustodian } from "./looking/folder.ts";
import { listCustodians, listSourceRows } from "./pickups.queries.ts";

/** Throws an `ExplainedFailure` that names the first source that is broken, or else late. */
export async function watchSources({ db }: Pick<Services, "db">): Promise<void> {
  const [[{ connections }, quotes], custodians, rows] = await Promise.all([
    getSettings(db, ["pickups", "quoteSources"]),
    listCustodians(db),
    listSourceRows(db),
  ]);
  const names = new Map(custodians.map(({ id, name }) => [id, name]));
  const named = [
    ...connections.flatMap(({ isOn, custodianId }) =>
      isOn ? [{ source: sourceOfCustodian(custodianId), name: names.get(custodianId) ?? "?" }] : [],
    ),
    ...(quotes.ecb.isOn ? [{ source: "ecb", name: "ECB" }] : []),
    ...(quotes.prices?.isOn ? [{ source: "prices", name: "CSV" }] : []),
  ];
  const of = named.map(({ source, name }) => ({ name, row: rows.get(source) }));
  const broken = of.find(({ row }) => row?.failure === "hostKeyChanged" || (row?.failures ?? 0) >= failuresBeforeAlarm);
  if (broken)
    throw new ExplainedFailure({ kind: "pickupFailed", name: broken.name }, broken.row?.failure_detail ?? null);
  const late = of.find(({ row }) => row?.is_late);
  if (late) throw new ExplainedFailure({ kind: "pickupLate", name: late.name }, null);
}

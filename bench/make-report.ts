/** Makes a report of a bench user, as the job does. */
import { makeReport } from "../server/domains/reports/making.ts";
import { askForReport } from "../server/domains/reports/reports.ts";
import { systemContext } from "../server/jobs/system-context.ts";
import type { Services } from "../server/kernel/context.ts";
import type { BenchUser } from "./database.ts";

export async function makeReportOf(
  { services }: { services: Services },
  { id: holderId }: BenchUser,
  { kind, year }: { kind: "costs" | "review"; year: number },
): Promise<{ id: number; milliseconds: number }> {
  const wanted = { kind, from: `${year}-01-01`, to: `${year}-12-31`, language: "en" } as const;
  const { id } = await askForReport(systemContext(services, "bench"), { holderType: "user", holderId }, wanted);
  const start = performance.now();
  await makeReport(services, id);
  return { id, milliseconds: performance.now() - start };
}

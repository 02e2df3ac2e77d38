/** What each holding earned over whole years, joined from their months, so that long ranges read few rows. */
import type { Holder } from "@portico/api/shapes.ts";
import { joinResults } from "@portico/ledger/linked-results.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { listMonthResults, resultsVersion, saveYearResults } from "./daily-values.queries.ts";

/** How many months a year has from this one on. */
const monthsFrom = (day: string): number => 13 - Number(day.slice(5, 7));

/** Stores the results of the years to which the days belong, of those whose months are all stored. */
export async function keepYears(
  trx: Trx,
  holder: Holder,
  { firstDay }: { firstDay: string | null },
  days: readonly { day: string }[],
): Promise<void> {
  if (firstDay === null) return;
  for (const year of new Set(days.map(({ day }) => day.slice(0, 4)))) {
    const [from, to] = [firstDay > `${year}-01-01` ? firstDay : `${year}-01-01`, `${year}-12-31`];
    const months = await listMonthResults(trx, holder, { from, to });
    const known = months.flatMap(({ results }) => results ?? []);
    const joined = known.length === monthsFrom(from) ? joinResults(known) : undefined;
    if (joined) await saveYearResults(trx, holder, to, { version: resultsVersion, ...joined });
  }
}

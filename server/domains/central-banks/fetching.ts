/** Asks the service of Narodowy Bank Polski for the tables that are missing, if the firm has switched that on. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { fetchNbpRates, mostDays } from "../../adapters/central-banks/nbp.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { firmDay } from "../settings/firm-day.ts";
import { getSetting } from "../settings/settings.ts";
import { compareRates } from "./comparison.ts";
import { workingDays } from "./held.ts";
import { insertBatch, listHeldDays, listRates, lockBank } from "./rates.queries.ts";

const bank = "NBP";
/** Asked again each time, because the bank may correct a table. */
const lastDays = 7;
/** Years before the present one whose missing days are asked for; older ones come as archives. */
const yearsBefore = 2;

/** Ranges of at most `mostDays` days that cover all days, in order. */
export function rangesOf(days: readonly string[]): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = [];
  for (const day of days.toSorted()) {
    const last = ranges.at(-1);
    if (last && day < addDays(last.from, mostDays)) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}

/**
 * Stores what is new or corrected; the number of rates stored, or null while it is switched off. Safe to repeat: what is stored already is
 * skipped, and each range is stored by itself. Throws with the service's reason.
 */
export async function fetchMissing(services: Services): Promise<number | null> {
  const context = systemContext(services, "central-banks");
  const { db, config } = services;
  if (!(await getSetting(db, "nbpService")).isOn) return null;
  const { today } = await firmDay(db, services.now());
  const held = new Set((await listHeldDays(db, bank)).map(({ day }) => day));
  const year = Number(today.slice(0, 4));
  // Today's table is published about noon; before it there is none.
  const years = Array.from({ length: yearsBefore + 1 }, (_, place) => year - place);
  const expected = years.flatMap((one) => workingDays(one, addDays(today, 1)));
  const again = addDays(today, -lastDays);
  const wanted = expected.filter((day) => day >= again || !held.has(day));
  let stored = 0;
  for (const range of rangesOf(wanted)) {
    const answered = await fetchNbpRates({ baseUrl: config.nbpUrl, timeoutMs: config.nbpTimeoutMs }, range);
    if (answered.length === 0) continue;
    stored += await transact(context, async (tx) => {
      await lockBank(tx, bank);
      const rates = answered.map((rate) => ({ ...rate, units: 1 }));
      const { fresh } = compareRates(rates, await listRates(tx, { bank, ...range }));
      if (fresh.length === 0) return 0;
      const batch = await insertBatch(tx, { bank, source: "service", uploadId: null }, fresh);
      tx.audit("centralBank.fetched", batch, { after: { ...range, rates: fresh.length } });
      tx.emit("centralBanks:changed", {});
      return fresh.length;
    });
  }
  return stored;
}

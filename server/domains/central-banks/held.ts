/** What is held of central banks' rates, by year. */
import { centralBanks as calls, type HeldYear } from "@portico/api/central-banks.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { CentralBank } from "@portico/api/rules/central-banks.ts";
import { isBusinessDay } from "@portico/reports/calendars/business-days.ts";
import { nbpDays } from "@portico/reports/calendars/calendars.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { staffVerdict } from "../../kernel/policy.ts";
import { firmDay } from "../settings/firm-day.ts";
import { getSetting } from "../settings/settings.ts";
import { findLastFetch, listHeldDays } from "./rates.queries.ts";

const bank: CentralBank = "NBP";
/** Days of a year that are named one by one. */
const shownMissing = 40;

/** The bank's working days of a year up to yesterday; none of a year before its calendar. */
export function workingDays(year: number, today: string): string[] {
  const first = `${year}-01-01`;
  if (first < nbpDays.from) return [];
  const days: string[] = [];
  for (let day = first; day <= `${year}-12-31` && day < today; day = addDays(day, 1))
    if (isBusinessDay(nbpDays, day)) days.push(day);
  return days;
}

const yearOf = (day: string): number => Number(day.slice(0, 4));

/** Every year from the first one held to the present one, the newest first; last year and this one always. */
export async function listHeldYears(context: Context): Promise<Answer<typeof calls.list>> {
  const { db } = context;
  const { today } = await firmDay(db, context.now());
  const [held, fetchedAt, { isOn }] = await Promise.all([
    listHeldDays(db, bank),
    findLastFetch(db, bank),
    getSetting(db, "nbpService"),
  ]);
  const present = yearOf(today);
  const first = Math.min(present - 1, ...held.slice(0, 1).map(({ day }) => yearOf(day)));
  const byYear = Map.groupBy(held, ({ day }) => yearOf(day));
  const years = Array.from({ length: present - first + 1 }, (_, place): HeldYear => {
    const year = present - place;
    const own = byYear.get(year) ?? [];
    const there = new Set(own.map(({ day }) => day));
    const expected = workingDays(year, today);
    const missing = expected.filter((day) => !there.has(day));
    return {
      bank,
      year,
      days: own.length,
      currencies: own.reduce((most, { currencies }) => Math.max(most, currencies), 0),
      workingDays: expected.length,
      missing: missing.slice(0, shownMissing),
      missingDays: missing.length,
      last: own.at(-1)?.day ?? null,
    };
  });
  return {
    years,
    fetching: isOn,
    fetchedAt: fetchedAt?.toISOString() ?? null,
    can: { upload: staffVerdict(requireViewer(context), calls.previewArchive) === null },
  };
}

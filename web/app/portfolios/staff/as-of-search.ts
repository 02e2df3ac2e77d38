/** A former day of a portfolio, and the time as of which it is known, in the address of the page. */
import { isDay, zoneOffset } from "@portico/api/rules/calendar.ts";

/** A day, and an instant in ISO 8601; null for what is known now. */
export interface AsOf {
  day: string;
  known: string | null;
}

/** What the address asks for; undefined for the portfolio of now. */
export function asOfIn(search: URLSearchParams): AsOf | undefined {
  const [day, known] = [search.get("asOf"), search.get("known")];
  if (day === null || !isDay(day)) return undefined;
  const time = known === null ? Number.NaN : Date.parse(known);
  return { day, known: Number.isNaN(time) ? null : new Date(time).toISOString() };
}

/** The address with it. */
export function searchOfAsOf(search: URLSearchParams, asOf: AsOf | undefined): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ["asOf", "known"]) next.delete(name);
  if (asOf) next.set("asOf", asOf.day);
  if (asOf?.known) next.set("known", asOf.known);
  return next;
}

/**
 * The instant that a field for a date and time means in a time zone, in ISO 8601; undefined if it means none. Of an hour that
 * comes twice, the second; one that is left out counts as the hour after it.
 */
export function instantOf(written: string, timeZone: string): string | undefined {
  const wall = Date.parse(`${written}Z`);
  if (Number.isNaN(wall)) return undefined;
  const offsetAt = zoneOffset(timeZone);
  return new Date(wall - offsetAt(wall - offsetAt(wall))).toISOString();
}

/** Period, search, filters, order and page of the sign-ins, kept in the address. */
import { addDays, daysBetween, isDay } from "@portico/api/rules/calendar.ts";
import {
  browserNames,
  figuresMaxDays,
  operatingSystems,
  type SignInSort,
  signInCap,
  signInSortColumns,
  suspicions,
} from "@portico/api/rules/sign-ins.ts";
import type { Sort } from "../../ui/table-column.ts";

/** Presets in days up to today. */
export const periodPresets = [1, 7, 30, 90, 365] as const;
const usualDays = 30;
export const pageSize = 50;
/** Stands for an unknown country or city in the address. */
const unknown = "-";
const newestFirst: Sort = { column: "created_at", descending: true };

export interface SignInSearch {
  search: string;
  from: string;
  to: string;
  /** The period cannot be asked for. */
  isFaulty: boolean;
  /** Empty for an unknown one. */
  country: string | undefined;
  city: string | undefined;
  os: (typeof operatingSystems)[number] | undefined;
  browser: (typeof browserNames)[number] | undefined;
  suspicious: (typeof suspicions)[number] | "any" | undefined;
  user: number | undefined;
  sort: Sort;
  page: number;
}

const placeIn = (text: string | null): string | undefined => (text === unknown ? "" : text || undefined);

/** Reads the address; unknown values are ignored, so that a mistyped link still lists sign-ins. */
export function readSearch(params: URLSearchParams, today: string): SignInSearch {
  const given = (name: string) => params.get(name) ?? "";
  const to = isDay(given("to")) ? given("to") : today;
  const from = isDay(given("from")) ? given("from") : addDays(to, 1 - usualDays);
  const days = daysBetween(from, to) + 1;
  const sort = given("sort");
  const column = signInSortColumns.find((each) => each === sort.replace(/^-/, ""));
  const country = placeIn(params.get("country"));
  const page = /^[1-9]\d{0,4}$/.test(given("page")) ? Number(given("page")) : 1;
  return {
    search: given("search").slice(0, 120),
    from,
    to,
    isFaulty: days < 1 || days > figuresMaxDays,
    country: country === undefined || /^([A-Z]{2})?$/.test(country) ? country : undefined,
    city: placeIn(params.get("city"))?.slice(0, 120),
    os: operatingSystems.find((each) => each === given("os")),
    browser: browserNames.find((each) => each === given("browser")),
    suspicious: (["any", ...suspicions] as const).find((each) => each === given("suspicious")),
    user: /^[1-9]\d{0,14}$/.test(given("user")) ? Number(given("user")) : undefined,
    sort: column ? { column, descending: sort.startsWith("-") } : newestFirst,
    page: Math.min(page, signInCap / pageSize),
  };
}

export type Change = Partial<
  Record<"search" | "from" | "to" | "country" | "city" | "os" | "browser" | "suspicious" | "user" | "sort", string>
> & { page?: number };

/** The address with these values; an empty one is removed. Any change but of the page leads to the first page. */
export function changed(params: URLSearchParams, change: Change): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete("page");
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === "" || (name === "page" && value === 1)) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** A place as the address names it. */
export const placeWord = (place: string): string => place || unknown;

export const sortWord = ({ column, descending }: Sort): SignInSort => `${descending ? "-" : ""}${column}` as SignInSort;

/** What the list's and the export's calls filter by. */
export const toSearchFilter = (asked: SignInSearch) => ({
  searchQuery: asked.search.trim(),
  from: asked.from,
  to: asked.to,
  ...(asked.country !== undefined && { country_code: asked.country }),
  ...(asked.city !== undefined && { city: asked.city }),
  ...(asked.os && { os: asked.os }),
  ...(asked.browser && { browserName: asked.browser }),
  ...(asked.suspicious && { suspicious: asked.suspicious }),
  ...(asked.user !== undefined && { userId: asked.user }),
  sortBy: sortWord(asked.sort),
});

/** The numbers of pages to show: the first, the last, and those around the current one; null is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const shown = [...new Set(near)].toSorted((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const gap = number - (shown[index - 1] ?? 0);
    // A gap of one page is that page.
    return gap > 2 ? [null, number] : gap === 2 ? [number - 1, number] : [number];
  });
}

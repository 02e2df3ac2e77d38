/** Compares the rows of a file of NAVs with each other and with what is stored, and marks what needs a look. Pure. */
import type { NavPreview } from "@portico/api/funds.ts";
import { gapDays } from "@portico/api/rules/funds.ts";
import { findMarks, isNewZero } from "../../imports/quotes/quotes.policy.ts";
import type { NewNav } from "./navs.queries.ts";
import type { ReadNav, ReadNavs } from "./reader.ts";

type Refusal = NavPreview["refusals"][number];
type Marked = NavPreview["marked"][number];
export interface KnownFund {
  id: number;
  isin: string;
  name: string;
  manager: string;
  currency: string;
}

interface StoredNav {
  fundId: number;
  day: string;
  value: string;
}
const isFresh = (row: NewNav | StoredNav): row is NewNav => "line" in row;

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

/** Each row's fund, or why the row is refused. */
export function matchFunds(
  { navs }: ReadNavs,
  { byIsin, only }: { byIsin: ReadonlyMap<string, KnownFund>; only: KnownFund | undefined },
): { rows: NewNav[]; refusals: Refusal[]; repeated: number } {
  const rows: NewNav[] = [];
  const refusals: Refusal[] = [];
  const seen = new Map<string, string>();
  let repeated = 0;
  const refuse = ({ line }: ReadNav, code: Refusal["code"], detail: string) => refusals.push({ line, code, detail });
  for (const nav of navs) {
    const fund = only && (nav.isin === undefined || nav.isin === only.isin) ? only : byIsin.get(nav.isin ?? "");
    if (!fund || (only && fund.id !== only.id)) refuse(nav, "unknownInstrument", nav.isin ?? "");
    else if (nav.currency !== undefined && nav.currency !== fund.currency)
      refuse(nav, "currencyMismatch", `${fund.isin}: ${nav.currency} ≠ ${fund.currency}`);
    else {
      const key = `${fund.id} ${nav.day}`;
      const before = seen.get(key);
      seen.set(key, before ?? nav.value);
      if (before === undefined)
        rows.push({
          line: nav.line,
          fundId: fund.id,
          day: nav.day,
          value: nav.value,
          source: nav.source ?? fund.manager,
        });
      else if (before === nav.value) repeated += 1;
      else refuse(nav, "repeatedInFile", `${fund.isin} ${nav.day}: ${before} ≠ ${nav.value}`);
    }
  }
  return { rows, refusals, repeated };
}

const firstDayOf = (stored: readonly StoredNav[]): string | undefined => stored.map(({ day }) => day).toSorted()[0];

/**
 * Refuses a row that alone would move the first day of its fund, far before the stored one: a year typed wrong would make all
 * figures of the fund begin there. `stored` has the values next to the rows.
 */
export function findLoneFirsts(rows: readonly NewNav[], stored: readonly StoredNav[]): Refusal[] {
  const known = Map.groupBy(stored, ({ fundId }) => fundId);
  return [...Map.groupBy(rows, ({ fundId }) => fundId)].flatMap(([fundId, ofFund]): Refusal[] => {
    const first = firstDayOf(known.get(fundId) ?? []);
    const earlier = first === undefined ? [] : ofFund.filter(({ day }) => day < first);
    const [row] = earlier;
    if (!row || first === undefined || earlier.length > 1 || daysBetween(row.day, first) <= gapDays) return [];
    return [{ line: row.line, code: "tooEarly", detail: `${row.day} < ${first}` }];
  });
}

type Mark = Marked["marks"][number];

/** The marks of a value beside another one; one of nothing is no slip of digits. */
function marksBeside(day: string, value: string, other: string | null): Mark[] {
  const marks = findMarks({ value, before: other, day });
  return isNewZero(value, other) ? ["zero", ...marks.filter((mark) => mark === "weekend")] : marks;
}

/**
 * The rows that need a look, in file order: a value of nothing, a jump or a slipped decimal point against the value before or the stored one after
 * it, a weekend, a gap before it, or a day before the fund's first. A correction is compared with the value that it replaces as
 * well. `stored` has the values next to the rows.
 */
export function markRows(
  rows: readonly NewNav[],
  stored: readonly StoredNav[],
  funds: ReadonlyMap<number, KnownFund>,
): Marked[] {
  const marked: Marked[] = [];
  const fresh = Map.groupBy(rows, ({ fundId }) => fundId);
  const known = Map.groupBy(stored, ({ fundId }) => fundId);
  for (const [fundId, ofFund] of fresh) {
    const first = firstDayOf(known.get(fundId) ?? []);
    const corrected = new Set(ofFund.map(({ day }) => day));
    const kept = (known.get(fundId) ?? []).filter(({ day }) => !corrected.has(day));
    const inOrder = [...ofFund, ...kept].toSorted((one, other) => one.day.localeCompare(other.day));
    for (const [place, row] of inOrder.entries()) {
      if (!isFresh(row)) continue;
      const previous = inOrder[place - 1];
      const marks = marksBeside(row.day, row.value, previous?.value ?? null);
      if (previous && daysBetween(previous.day, row.day) > gapDays) marks.push("gap");
      if (first !== undefined && row.day < first) marks.push("early");
      const next = inOrder[place + 1];
      // A new one after it is compared with this row itself.
      const beside = next && !isFresh(next) ? next : undefined;
      const besideMarks = beside
        ? marksBeside(row.day, row.value, beside.value).filter((mark) => !marks.includes(mark))
        : [];
      marks.push(...besideMarks);
      const replaced = row.before === undefined ? undefined : { day: row.day, value: row.before };
      const unseen = replaced
        ? marksBeside(row.day, row.value, replaced.value).filter((mark) => !marks.includes(mark))
        : [];
      marks.push(...unseen);
      const before = unseen.length > 0 ? replaced : previous;
      if (marks.length === 0) continue;
      marked.push({
        line: row.line,
        fund_id: fundId,
        name: funds.get(fundId)?.name ?? "",
        day: row.day,
        value: row.value,
        before: before ? { day: before.day, value: before.value } : null,
        after: beside ? { day: beside.day, value: beside.value } : null,
        marks,
      });
    }
  }
  return marked.toSorted((one, other) => one.line - other.line);
}

/** The new rows by fund, in the order in which the file names the funds. */
export const summariseFunds = (rows: readonly NewNav[], funds: ReadonlyMap<number, KnownFund>): NavPreview["funds"] =>
  [...Map.groupBy(rows, ({ fundId }) => fundId)].map(([fundId, ofFund]) => {
    const days = ofFund.map(({ day }) => day).toSorted();
    const { name = "", isin = "" } = funds.get(fundId) ?? {};
    return { fund_id: fundId, name, isin, rows: ofFund.length, from: days[0] ?? "", to: days.at(-1) ?? "" };
  });

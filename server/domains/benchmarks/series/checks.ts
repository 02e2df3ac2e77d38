/** Compares the rows of a file of values with what is stored, and marks what needs a look. Pure. */
import type { BenchmarkPreview } from "@portico/api/benchmarks.ts";
import { gapDays } from "@portico/api/rules/funds.ts";
import { Decimal } from "decimal.js";
import { findMarks } from "../../imports/quotes/quotes.policy.ts";
import type { NewValue, StoredValue, WaitingValue } from "./values.queries.ts";

type Refusal = BenchmarkPreview["refusals"][number];
type Marked = BenchmarkPreview["marked"][number];
type Correction = BenchmarkPreview["corrections"][number];

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

export interface Compared {
  /** To be stored, in file order: new days and corrections. */
  waiting: WaitingValue[];
  fresh: number;
  known: number;
  corrections: Correction[];
  refusals: Refusal[];
}

/**
 * Each row against the value of its day that counts: the same is known, another is a correction if its source has not stored
 * the day yet, and refused if it has.
 */
export function compareRows(
  rows: readonly NewValue[],
  { counting, fromSources }: { counting: readonly StoredValue[]; fromSources: readonly StoredValue[] },
): Compared {
  const byDay = new Map(counting.map((one) => [one.day, one]));
  const bySource = new Map(fromSources.map((one) => [`${one.day} ${one.source}`, one]));
  const compared: Compared = { waiting: [], fresh: 0, known: 0, corrections: [], refusals: [] };
  for (const row of rows) {
    const stored = byDay.get(row.day);
    const own = bySource.get(`${row.day} ${row.source}`);
    if (!stored) {
      compared.fresh += 1;
      compared.waiting.push({ ...row, before: null });
    } else if (new Decimal(stored.value).eq(row.value)) compared.known += 1;
    else if (own) {
      const detail = `${row.day}, ${row.source}: ${own.value} ≠ ${row.value}`;
      compared.refusals.push({ line: row.line, code: "otherValue", detail });
    } else {
      compared.waiting.push({ ...row, before: stored.value });
      const { line, day, value, source } = row;
      compared.corrections.push({ line, day, stored: stored.value, storedSource: stored.source, value, source });
    }
  }
  return compared;
}

/** Refuses one row alone far before the first stored day: a year typed wrong would move where the series begins. */
export function findLoneFirst(waiting: readonly WaitingValue[], first: string | null): Refusal[] {
  const earlier = first === null ? [] : waiting.filter(({ day }) => day < first);
  const [row] = earlier;
  if (!row || first === null || earlier.length > 1 || daysBetween(row.day, first) <= gapDays) return [];
  return [{ line: row.line, code: "tooEarly", detail: `${row.day} < ${first}` }];
}

const isWaiting = (row: WaitingValue | StoredValue): row is WaitingValue => "line" in row;

/**
 * The rows that need a look, in file order: a jump or a slipped decimal point against the value before, the stored one after or
 * the one that is corrected, a weekend, a gap before it, a day before the first.
 */
export function markRows(
  waiting: readonly WaitingValue[],
  counting: readonly StoredValue[],
  first: string | null,
): Marked[] {
  const days = new Set(waiting.map(({ day }) => day));
  const kept = counting.filter(({ day }) => !days.has(day));
  const inOrder: (WaitingValue | StoredValue)[] = [...waiting, ...kept].toSorted((one, other) =>
    one.day.localeCompare(other.day),
  );
  const marked: Marked[] = [];
  for (const [place, row] of inOrder.entries()) {
    if (!isWaiting(row)) continue;
    const previous = inOrder[place - 1];
    const next = inOrder[place + 1];
    // A waiting one after it is compared with this row itself.
    const beside = [previous?.value ?? null, next && !isWaiting(next) ? next.value : null, row.before];
    const marks = new Set<Marked["marks"][number]>(
      beside.flatMap((before) => findMarks({ value: row.value, before, day: row.day })),
    );
    if (previous && daysBetween(previous.day, row.day) > gapDays) marks.add("gap");
    if (first !== null && row.day < first) marks.add("early");
    if (marks.size === 0) continue;
    const { line, day, value } = row;
    const before = previous ? { day: previous.day, value: previous.value } : null;
    marked.push({ line, day, value, before, marks: [...marks] });
  }
  return marked.toSorted((one, other) => one.line - other.line);
}

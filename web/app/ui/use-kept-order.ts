/** A live list that holds still: what was shown stays in its place, so that nothing else comes under a pointer on its way to a click. */
import { useState } from "react";

/**
 * The rows as they were first shown, each as it is now; what came meanwhile stands after them. `gone` says what a row is that the
 * list no longer has.
 */
export function useKeptOrder<Row extends { id: number }>(
  rows: readonly Row[] | undefined,
  gone: (row: Row) => Row,
): readonly Row[] | undefined {
  const [kept, setKept] = useState<{ from: readonly Row[] | undefined; rows: readonly Row[] | undefined }>();
  if (kept?.from === rows) return kept?.rows;
  const next = rows && inPlace(kept?.rows ?? [], rows, gone);
  setKept({ from: rows, rows: next });
  return next;
}

export function inPlace<Row extends { id: number }>(
  shown: readonly Row[],
  rows: readonly Row[],
  gone: (row: Row) => Row,
): Row[] {
  const now = new Map(rows.map((row) => [row.id, row]));
  const there = new Set(shown.map(({ id }) => id));
  return [...shown.map((row) => now.get(row.id) ?? gone(row)), ...rows.filter(({ id }) => !there.has(id))];
}

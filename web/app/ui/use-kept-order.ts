/** A live list with stable positions: shown rows stay in place, so that no other row moves under the pointer before a click. */
import { useState } from "react";

/**
 * The rows in their first order, with current data; new rows follow them. `gone` returns the data of a row no longer in
 * the list.
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

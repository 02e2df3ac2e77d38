/** A live list with stable positions: shown rows stay in place, so that no other row moves under the pointer before a click. */
import { useState } from "react";

/**
 * The rows in their first order, with current data; new rows follow them. `gone` returns the data of a row no longer in
 * the list.
 */
export function useStableOrder<Row extends { id: number }>(
  rows: readonly Row[] | undefined,
  gone: (row: Row) => Row,
): readonly Row[] | undefined {
  const [previous, setPrevious] = useState<{ from: readonly Row[] | undefined; rows: readonly Row[] | undefined }>();
  if (previous?.from === rows) return previous?.rows;
  const next = rows && mergeInOrder(previous?.rows ?? [], rows, gone);
  setPrevious({ from: rows, rows: next });
  return next;
}

export function mergeInOrder<Row extends { id: number }>(
  shown: readonly Row[],
  rows: readonly Row[],
  gone: (row: Row) => Row,
): Row[] {
  const now = new Map(rows.map((row) => [row.id, row]));
  const there = new Set(shown.map(({ id }) => id));
  return [...shown.map((row) => now.get(row.id) ?? gone(row)), ...rows.filter(({ id }) => !there.has(id))];
}

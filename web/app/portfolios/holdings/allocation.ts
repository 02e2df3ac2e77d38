/** Composition of the portfolio: slices by instrument, asset class, currency or country. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { chartSlots } from "../../ui/chart-colour.ts";

export const allocationKinds = ["instrument", "class", "currency", "country"] as const;
export type AllocationKind = (typeof allocationKinds)[number];

export interface Slice {
  /** Row key, class, currency or country; "unknown" if not stated. `others`: everything without its own colour. */
  key: string;
  label: string;
  value: number;
  share: number;
  /** Colour slot; undefined for the rest, which is grey. */
  slot: number | undefined;
  /** Number of rows in the slice. */
  rows: number;
  /** The parts of `others`, largest first. */
  parts?: Slice[];
}

export const keyOfRow = (row: InstrumentRow, kind: AllocationKind): string =>
  ({
    instrument: row.key,
    class: row.assetClass ?? "unknown",
    currency: row.instrumentCurrency,
    country: row.country ?? (row.type === 9 ? "cash" : "unknown"),
  })[kind];

/** Slices, largest first; at most 35 have a colour, the rest is one slice. Negative and missing values are left out. */
export function allocate(
  rows: readonly InstrumentRow[],
  kind: AllocationKind,
  labelOf: (row: InstrumentRow) => string,
): { slices: Slice[]; below: InstrumentRow[] } {
  const groups = new Map<string, { label: string; value: number; rows: number }>();
  for (const row of rows) {
    if (row.currentValue === null || row.currentValue <= 0) continue;
    const key = keyOfRow(row, kind);
    const group = groups.get(key) ?? { label: labelOf(row), value: 0, rows: 0 };
    groups.set(key, { ...group, value: group.value + row.currentValue, rows: group.rows + 1 });
  }
  const sorted = [...groups].sort(([, a], [, b]) => b.value - a.value);
  const total = sorted.reduce((sum, [, group]) => sum + group.value, 0);
  const slices = sorted
    .slice(0, chartSlots)
    .map(([key, group], slot): Slice => ({ key, ...group, share: group.value / total, slot }));
  const rest = sorted.slice(chartSlots);
  if (rest.length > 0) {
    const value = rest.reduce((sum, [, group]) => sum + group.value, 0);
    const parts = rest.map(([key, group]): Slice => ({ key, ...group, share: group.value / total, slot: undefined }));
    slices.push({ key: "others", label: "", value, share: value / total, slot: undefined, rows: rest.length, parts });
  }
  return { slices, below: rows.filter((row) => (row.currentValue ?? 0) < 0) };
}

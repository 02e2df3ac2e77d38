/** Composition of the portfolio: slices by instrument, asset class, currency, country, sector or custodian. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { chartSlots } from "../../ui/chart-colour.ts";

export const allocationKinds = ["instrument", "class", "currency", "country", "sector", "custodian"] as const;
export type AllocationKind = (typeof allocationKinds)[number];

/** A holding, or what of it lies at one custodian; null if that is not stated. */
export type AllocationRow = InstrumentRow & { custodian?: string | null };

export interface Slice {
  /** Row key, class, currency, country, sector or custodian; "unknown" if not stated. `others`: everything without its own colour. */
  key: string;
  label: string;
  value: number;
  share: number;
  /** The share in percent with one decimal, so rounded that all slices make 100. */
  percent: number;
  /** Colour slot; undefined for the rest, which is grey. */
  slot: number | undefined;
  /** Number of rows in the slice. */
  rows: number;
  /** The parts of `others`, largest first. */
  parts?: Slice[];
}

export const keyOfRow = (row: AllocationRow, kind: AllocationKind): string =>
  ({
    instrument: row.key,
    class: row.assetClass ?? "unknown",
    currency: row.instrumentCurrency,
    country: row.country ?? (row.type === 9 ? "cash" : "unknown"),
    sector: row.sector ?? (row.type === 9 ? "cash" : "unknown"),
    // A custodian may have any name.
    custodian: row.custodian == null ? "unknown" : `at ${row.custodian}`,
  })[kind];

/** Percentages with one decimal that make the whole (100, or its tenths): those that lose most by rounding down are rounded up. */
function percentsOf(shares: readonly number[], whole = 1000): number[] {
  const tenths = shares.map((share) => Math.floor(share * whole));
  const missing = whole - tenths.reduce((sum, one) => sum + one, 0);
  const raised = shares
    .map((share, place) => ({ place, lost: share * whole - (tenths[place] ?? 0) }))
    .toSorted((a, b) => b.lost - a.lost)
    .slice(0, missing)
    .map(({ place }) => place);
  return tenths.map((one, place) => (one + (raised.includes(place) ? 1 : 0)) / 10);
}

/** Slices, largest first; at most `most` have a colour, the rest is one slice. Negative and missing values are left out. */
export function allocate(
  rows: readonly AllocationRow[],
  kind: AllocationKind,
  labelOf: (row: AllocationRow) => string,
  most = chartSlots,
): { slices: Slice[]; below: AllocationRow[] } {
  const groups = new Map<string, { label: string; value: number; rows: number }>();
  for (const row of rows) {
    if (row.currentValue === null || row.currentValue <= 0) continue;
    const key = keyOfRow(row, kind);
    const group = groups.get(key) ?? { label: labelOf(row), value: 0, rows: 0 };
    groups.set(key, { ...group, value: group.value + row.currentValue, rows: group.rows + 1 });
  }
  const sorted = [...groups].sort(([, a], [, b]) => b.value - a.value);
  const total = sorted.reduce((sum, [, group]) => sum + group.value, 0);
  // Of all parts, so that a part has the same percentage wherever it is shown.
  const percents = percentsOf(sorted.map(([, group]) => group.value / total));
  const parts = sorted.map(
    ([key, group], place): Slice => ({
      key,
      ...group,
      share: group.value / total,
      percent: percents[place] ?? 0,
      slot: undefined,
    }),
  );
  const slices = parts.slice(0, most).map((slice, slot) => ({ ...slice, slot }) as Slice);
  const rest = parts.slice(most);
  if (rest.length > 0) {
    const value = rest.reduce((sum, part) => sum + part.value, 0);
    const share = value / total;
    slices.push({
      key: "others",
      label: "",
      value,
      share,
      percent: Math.round(rest.reduce((sum, part) => sum + part.percent, 0) * 10) / 10,
      slot: undefined,
      rows: rest.length,
      parts: rest,
    });
  }
  return {
    slices,
    below: rows.filter((row) => (row.currentValue ?? 0) < 0),
  };
}

/** The holdings of a part, the largest first, each with its percentage of the whole, so rounded that they make the part's. */
export function membersOf(
  rows: readonly AllocationRow[],
  kind: AllocationKind,
  slice: Pick<Slice, "key" | "percent">,
): { row: AllocationRow; percent: number }[] {
  const members = rows
    .filter((row) => (row.currentValue ?? 0) > 0 && keyOfRow(row, kind) === slice.key)
    .toSorted((a, b) => (b.currentValue ?? 0) - (a.currentValue ?? 0));
  const sum = members.reduce((total, row) => total + (row.currentValue ?? 0), 0);
  const percents = percentsOf(
    members.map((row) => (row.currentValue ?? 0) / sum),
    Math.round(slice.percent * 10),
  );
  return members.map((row, place) => ({ row, percent: percents[place] ?? 0 }));
}

/** The allocation as a table: all parts, also those below zero, to the cent, beside the target. */

import type { AllocationClass } from "@portico/api/rules/funds.ts";
import { type AllocationKind, type AllocationRow, keyOfRow } from "./allocation.ts";

/** One line of a target fund: its share in percent, with two decimals. */
export interface TargetLine {
  isin: string | null;
  asset_class: AllocationClass;
  label: string;
  target: string;
}

export interface Part {
  key: string;
  label: string;
  rows: number;
  /** In cents; null if the value of one of its holdings is not known. */
  cents: number | null;
  /** Of the whole value, in hundredths of a percent; null if that is not known or not above zero. */
  weight: number | null;
  /** In hundredths of a percent; null for what the fund says nothing of. */
  target: number | null;
}

const toCents = (value: number): number => Math.round(value * 100);
export const hundredths = (percent: string): number => Math.round(Number(percent) * 100);

/** Whole shares of `whole` that add up to it: those that lose most by rounding down are rounded up. */
function shareOut(parts: readonly number[], whole: number): number[] {
  const sum = parts.reduce((all, one) => all + one, 0);
  const exact = parts.map((part) => (part / sum) * whole);
  const shares = exact.map(Math.floor);
  const missing = whole - shares.reduce((all, one) => all + one, 0);
  const raised = new Set(
    exact
      .map((share, place) => ({ place, lost: share - Math.floor(share) }))
      .toSorted((a, b) => b.lost - a.lost)
      .slice(0, missing)
      .map(({ place }) => place),
  );
  return shares.map((share, place) => share + (raised.has(place) ? 1 : 0));
}

/** The line of a fund that a holding belongs to. */
const lineOf = (row: AllocationRow, lines: readonly TargetLine[]) =>
  row.isin === null ? undefined : lines.find(({ isin }) => isin === row.isin);

/** The part of a holding: a holding of the fund is in the class that the fund gives it. */
const partOf = (row: AllocationRow, kind: AllocationKind, lines: readonly TargetLine[]): string =>
  (kind === "class" && lineOf(row, lines)?.asset_class) || keyOfRow(row, kind);

/**
 * The parts, largest first, then those that are only in the target. `total` is the portfolio's value, null if it is not known; the
 * cents by which rounded holdings differ from it are given back as `rounding`.
 */
export function listParts(
  rows: readonly AllocationRow[],
  kind: AllocationKind,
  {
    total,
    labelOf,
    lines,
  }: { total: number | null; labelOf: (row: AllocationRow) => string; lines: readonly TargetLine[] },
  classLabel: (name: AllocationClass) => string,
): { parts: Part[]; rounding: number } {
  const groups = Map.groupBy(rows, (row) => partOf(row, kind, lines));
  const isCompared = lines.length > 0 && (kind === "class" || kind === "instrument");
  const targets = new Map<string, { label: string; target: number }>();
  if (isCompared)
    for (const line of lines) {
      const held = rows.find((row) => row.isin !== null && row.isin === line.isin);
      const key = kind === "class" ? line.asset_class : (held?.key ?? `target ${line.isin ?? line.label}`);
      const before = targets.get(key);
      targets.set(key, {
        label: before?.label ?? (kind === "class" ? classLabel(line.asset_class) : line.label),
        target: (before?.target ?? 0) + hundredths(line.target),
      });
    }
  const found = [...groups].map(([key, own]) => {
    const isKnown = own.every(({ currentValue }) => currentValue !== null);
    const [first] = own as [AllocationRow];
    return {
      key,
      label: targets.get(key)?.label ?? labelOf(first),
      rows: own.length,
      cents: isKnown ? own.reduce((sum, { currentValue }) => sum + toCents(currentValue ?? 0), 0) : null,
    };
  });
  const sorted = found.toSorted((a, b) => (b.cents ?? -Infinity) - (a.cents ?? -Infinity));
  const sum = sorted.reduce((all, { cents }) => all + (cents ?? 0), 0);
  const isWeighed = total !== null && sum > 0 && sorted.every(({ cents }) => cents !== null);
  const weights = isWeighed
    ? shareOut(
        sorted.map(({ cents }) => cents ?? 0),
        10_000,
      )
    : [];
  const targetOf = (key: string): number | null =>
    isCompared ? (targets.get(key)?.target ?? (kind === "class" ? 0 : null)) : null;
  const held = sorted.map(
    (part, place): Part => ({
      ...part,
      weight: weights[place] ?? null,
      target: targetOf(part.key),
    }),
  );
  const missing = [...targets].flatMap(([key, { label, target }]): Part[] =>
    groups.has(key) ? [] : [{ key, label, rows: 0, cents: 0, weight: isWeighed ? 0 : null, target }],
  );
  return { parts: [...held, ...missing], rounding: isWeighed ? toCents(total) - sum : 0 };
}

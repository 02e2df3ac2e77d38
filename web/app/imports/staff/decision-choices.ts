/** What a colleague chooses for rows that are not understood, and in the call's format. */
import type { ImportPreview, RowDecision, UndecidedRow } from "@portico/api/imports.ts";

export interface RowChoice {
  /** Empty while nothing is chosen. */
  kind: "" | "leaveOut" | UndecidedRow["kinds"][number];
  reason: string;
}

export const rowId = ({ line, key }: Pick<UndecidedRow, "line" | "key">): string => `${line} ${key}`;

/** What is chosen at first: what was decided about the same row before, so that it is not booked otherwise. */
export function choiceOf({ before, kinds }: UndecidedRow): RowChoice {
  if (!before || (before.kind !== null && !kinds.includes(before.kind))) return { kind: "", reason: "" };
  return { kind: before.kind ?? "leaveOut", reason: before.reason };
}

/** Rows of one type; if they can only be left out, those that are refused for the same reason. */
const isAlike = (one: UndecidedRow, other: UndecidedRow): boolean =>
  one !== other &&
  one.code === other.code &&
  one.kinds.join() === other.kinds.join() &&
  (one.kinds.length === 0 || one.name === other.name || one.readAs !== null);

export const countAlike = (rows: readonly UndecidedRow[], row: UndecidedRow): number =>
  rows.filter((other) => isAlike(row, other)).length;

/** The choices with that of a row for all rows of its type. */
export function applyToAlike(
  rows: readonly UndecidedRow[],
  choices: ReadonlyMap<string, RowChoice>,
  row: UndecidedRow,
): Map<string, RowChoice> {
  const choice = choices.get(rowId(row)) ?? choiceOf(row);
  return new Map([
    ...choices,
    ...rows.filter((other) => isAlike(row, other)).map((other) => [rowId(other), choice] as const),
  ]);
}

/** The decisions; undefined while one lacks its reason. */
export function toDecisions(
  rows: readonly UndecidedRow[],
  choices: ReadonlyMap<string, RowChoice>,
): RowDecision[] | undefined {
  const decisions = rows.flatMap((row): RowDecision[] => {
    const { kind, reason } = choices.get(rowId(row)) ?? choiceOf(row);
    if (kind === "") return [];
    const { line, key } = row;
    return [{ line, key, kind: kind === "leaveOut" ? null : (kind as RowDecision["kind"]), reason: reason.trim() }];
  });
  return decisions.every(({ reason }) => reason !== "") ? decisions : undefined;
}

/** The decisions that a preview was made with. */
export const decisionsOf = ({ decided }: Pick<ImportPreview, "decided">): RowDecision[] =>
  decided.map(({ line, key, kind, reason }) => ({ line, key, kind: kind as RowDecision["kind"], reason }));

/**
 * Rows that are not understood: a colleague gives each a kind or leaves it out, with a reason. A row is recognised by its
 * line and its content, so that a decision never reaches a row of another file.
 */
import { hash } from "node:crypto";
import { type RowDecision, refusalsShown } from "@portico/api/imports.ts";
import type { EntryKind } from "@portico/ledger/entry.ts";
import { type ReadFile, RefusedRow, type UndecidedRow } from "../reading/parsed-file.ts";

/** Identifies a row's content: its name and its fields, in any order. */
export const rowKey = (name: string, fields: Iterable<readonly [string, string]>): string =>
  hash("sha256", JSON.stringify([name, [...fields].toSorted(([one], [other]) => (one < other ? -1 : 1))]), "hex").slice(
    0,
    32,
  );

/** Decisions by line; a line of XML may hold several rows. */
export type Decisions = ReadonlyMap<number, readonly RowDecision[]>;

export const byLine = (decisions: readonly RowDecision[]): Decisions => Map.groupBy(decisions, ({ line }) => line);

/** A refused row as it is shown, with the kinds that it can be given. */
export type DescribedRow = Pick<UndecidedRow, "line" | "account" | "name" | "text" | "moved"> &
  Partial<Pick<UndecidedRow, "readAs" | "accountEntries" | "codes">> & {
    kinds: readonly EntryKind[];
    fields: Iterable<readonly [string, string]>;
  };

type Why = Pick<RefusedRow, "code" | "detail">;

/** The row without what identifies it, with its key. */
function shown({ line, account, name, readAs = null, accountEntries = null, text, moved, fields }: DescribedRow) {
  return { line, key: rowKey(name, fields), account, name, readAs, accountEntries, text, moved };
}

/** What was decided about a row; undefined if nothing was that it can be. */
export function findDecision(decisions: Decisions, row: DescribedRow): RowDecision | undefined {
  const key = rowKey(row.name, row.fields);
  const decision = decisions.get(row.line)?.find((one) => one.key === key);
  return decision && (decision.kind === null || row.kinds.includes(decision.kind)) ? decision : undefined;
}

/** Lists a row as undecided. */
export function listUndecided(file: ReadFile, row: DescribedRow, { code, detail }: Why): void {
  if (file.undecided.length < refusalsShown)
    file.undecided.push({
      ...shown(row),
      code,
      detail,
      kinds: [...row.kinds],
      ...(code === "unknownKind" && row.codes && row.codes.length > 0 && { codes: row.codes }),
    });
}

/** Lists what was decided about a row. */
export function listDecided(file: ReadFile, row: DescribedRow, { kind, reason }: RowDecision): void {
  file.decided.push({ ...shown(row), kind, reason });
}

interface Handling {
  file: ReadFile;
  decisions: Decisions;
  row: DescribedRow;
  refusal: Why;
  /** Books the row as an entry of the kind; throws a RefusedRow if it cannot be one. */
  bookAs: (kind: EntryKind) => void;
}

/**
 * Follows what was decided about a refused row. True if something was; otherwise the row is listed as undecided. A
 * decided kind that the row cannot have throws the RefusedRow of its reader.
 */
export function followDecision({ file, decisions, row, refusal, bookAs }: Handling): boolean {
  const decision = findDecision(decisions, row);
  if (!decision) {
    listUndecided(file, row, refusal);
    return false;
  }
  if (decision.kind !== null) bookAs(decision.kind);
  listDecided(file, row, decision);
  return true;
}

/** The refusal that remains: none if a decision was followed, its own if it cannot be. */
export function findRefusal(refusal: RefusedRow, follow: () => boolean): RefusedRow | undefined {
  try {
    return follow() ? undefined : refusal;
  } catch (error) {
    if (error instanceof RefusedRow) return error;
    throw error;
  }
}

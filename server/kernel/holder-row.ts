/** A row about a holder that a call begins with: read in the same statement as its caller's session (http/routes.ts). */
import type { Holder } from "@portico/api/shapes.ts";
import { CompiledQuery } from "kysely";
import type { Db } from "./transaction.ts";

/**
 * Travels as JSON, so its columns are numbers, texts, booleans and JSON; a moment would arrive as text. What it reads is
 * bounded and found by an index: the callers whose sessions are read behind it wait for it.
 */
export interface HolderRow<Row> {
  /** A select of at most one row, given the placeholders of the holder's type and id. */
  select: (holderType: string, holderId: string) => string;
  /** It reads nothing of a holder: calls that name none may begin with it too. */
  isOfFirm?: true;
  /** Never set: carries the type. */
  row?: Row;
}

/** The row as one value of a select list. */
export const holderRowValue = ({ select }: HolderRow<unknown>, holderType: string, holderId: string): string =>
  `(select row_to_json(about) from (${select(holderType, holderId)}) as about)`;

/** Reads the row by a statement of its own; undefined if there is none. */
export async function readHolderRow<Row>(
  db: Db,
  row: HolderRow<Row>,
  { holderType, holderId }: Holder,
): Promise<Row | undefined> {
  const text = `select ${holderRowValue(row, "$1::text", "$2::bigint")} as row`;
  const { rows } = await db.executeQuery<{ row: Row | null }>(CompiledQuery.raw(text, [holderType, holderId]));
  return rows[0]?.row ?? undefined;
}

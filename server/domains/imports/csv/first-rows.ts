/** The first rows of a table, which tell what it is. */
import { UnreadableFile } from "../reading/parsed-file.ts";
import type { Records } from "./records.ts";

export interface FirstRow {
  line: number;
  cells: readonly string[];
}

/** Above a table stand a few lines: whose account it is, and of which days. */
const mostRowsAbove = 60;

class Enough extends Error {}

/** The first rows of a table; of a text that is cut in the middle, those before. */
export function firstRows(records: Records, most = mostRowsAbove): FirstRow[] {
  const rows: FirstRow[] = [];
  try {
    records((cells, line) => {
      rows.push({ line, cells: [...cells] });
      if (rows.length >= most) throw new Enough();
    });
  } catch (error) {
    if (!(error instanceof Enough || error instanceof UnreadableFile)) throw error;
  }
  return rows;
}

/** How rows become a file: a format writes them as they come, and holds a few thousand of them at most. */
import type { Cell } from "../content/columns.ts";

/** Sends a piece of the file on; resolves when there is room for the next. The bytes are given away. */
export type Send = (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

export interface TableWriter {
  /** Rows with the cells of the table's columns, in their order. */
  write(rows: readonly (readonly Cell[])[]): Promise<void>;
  /** Writes the rest; nothing follows. Returns the number of rows. */
  end(): Promise<number>;
}

/** Description of a table's columns. */

import type { CsvCell } from "@portico/api/rules/csv.ts";
import type { ReactNode } from "react";

export interface Column<Row> {
  id: string;
  header: string;
  /** The header in the file, if it names a unit that the cells show. */
  fileHeader?: string;
  /** The value for sorting and export; null if there is none. Exact decimals as text. */
  value: (row: Row) => string | number | null | undefined;
  /** The value in the file, if it differs from the one shown. */
  fileValue?: (row: Row) => CsvCell;
  /** The value in the file's last row, which has the totals; without any such column there is none. */
  total?: CsvCell;
  /** The displayed content, if more than the value. */
  cell?: (row: Row) => ReactNode;
  /** Currency of an amount: the file has its decimals, like the screen. */
  currency?: (row: Row) => string | null;
  /** A figure: right-aligned, sorted as a number. */
  numeric?: boolean;
  /** On a phone: "title" is the card's heading, "key" one of the figures shown, two in a line; the others are hidden. */
  phone?: "title" | "key" | "line";
  /** Default true. */
  sortable?: boolean;
  /** Shown within another column's cell; sorted and exported like any other. */
  folded?: boolean;
  /** Only in the file. */
  fileOnly?: boolean;
  /** Only on a phone's card, where it says in one line what other columns say: neither sorted nor exported. */
  phoneOnly?: boolean;
  /** Shown only in a wide table; hidden below 105 em. */
  wideOnly?: boolean;
  /**
   * Contains actions on the row, not a value: handles its own clicks, is not exported, and its header is for screen
   * readers only.
   */
  control?: boolean;
}

export interface Sort {
  column: string;
  descending: boolean;
}

/** The sorting and how to change it. */
export interface Sorting {
  sort: Sort | undefined;
  setSort: (sort: Sort) => void;
}

/** Figures are first sorted descending, texts ascending. */
export const nextSort = <Row>(column: Column<Row>, sort: Sort | undefined): Sort =>
  sort?.column === column.id
    ? { column: column.id, descending: !sort.descending }
    : { column: column.id, descending: column.numeric ?? false };

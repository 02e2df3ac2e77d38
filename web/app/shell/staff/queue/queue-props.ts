/** What a queue is given: its rows, what they are called, and what can be done with them. */
import type { BulkChange } from "@portico/api/bulk-changes.ts";
import type { ReactNode } from "react";
import type { Column } from "../../../ui/table-column.ts";
import type { StaffTableProps } from "../lists/staff-table.tsx";
import type { Choice } from "./choose-column.tsx";
import type { QueueClaim } from "./claims.ts";

/** Those that were selected, or all that the queue's filter matches. */
export type QueueTarget<Filter> = { ids: number[] } | { filter: Filter };

/** What is done with the selected ones, or with the one that has the focus. */
export interface QueueAction<Row = unknown, Filter = unknown> {
  id: string;
  label: string;
  /** Its key. */
  key: string;
  renderDialog: (props: {
    rows: readonly Row[];
    target: QueueTarget<Filter>;
    count: number;
    onClose: () => void;
    onDone: () => void;
  }) => ReactNode;
}

/** What is done with one row at once, by its key. */
export interface RowAction<Row> {
  key: string;
  label: string;
  act: (row: Row) => void;
}

export interface QueueProps<Row, Filter extends object>
  extends Omit<StaffTableProps<Row>, "listRef" | "keys" | "onPoint" | "columns"> {
  columns: readonly Column<Row>[];
  /** What the selection calls the row. */
  nameOf: (row: Row) => string;
  /** The id by which changes name it; its row's id if not given. */
  itemOf?: (row: Row) => number;
  /** Whether the reader may select it; without it no row can be selected. */
  mayChoose?: (row: Row) => boolean;
  /** The list's filter, for "all that match". */
  filter: Filter;
  /** How many match, as far as the server counts; undefined if all cannot be selected together. */
  matching?: { count: number; isCapped: boolean } | undefined;
  /** Who works on which, by the key `c`. */
  claim?: QueueClaim<Row> | undefined;
  /** A column of the queue's own says who works on it. */
  hidesClaim?: boolean;
  /** Gives the selected to a colleague. */
  give?: (of: QueueTarget<Filter>, to: number | null) => BulkChange;
  actions?: readonly QueueAction<Row, Filter>[];
  rowActions?: readonly RowAction<Row>[];
  onPoint?: (row: Row) => void;
  /** Fetches the first page again, so that after one is done the next can be opened from its page. */
  fetchFirst?: () => Promise<readonly Row[]>;
  /** Above the list: counts and tools. */
  above?: ReactNode;
  /** Shows a row as a card instead of in a table. */
  renderCard?: (row: Row, parts: { choice: Choice | undefined; claim: ReactNode }) => ReactNode;
  /** What stands around the list. */
  renderFrame?: (list: ReactNode) => ReactNode;
}

/** The table of a staff list: its rows lead somewhere, the keys move through them, and the server pages and sorts. */
import { type RefObject, useMemo, useRef } from "react";
import { DataTable, type DataTableProps } from "../../../ui/data-table.tsx";
import { useLanguage, useText } from "../../../ui/text.tsx";
import type { ListQuery } from "../../calls/query-states.tsx";
import { inLanguage } from "../../navigation/locale-link.tsx";
import { tablePages } from "../../table-pages.ts";
import styles from "./lists.module.css";
import { type MoreKeys, useListKeys } from "./use-list-keys.ts";

export interface StaffTableProps<Row>
  extends Omit<DataTableProps<Row>, "dense" | "step" | "linkTo" | "onOpen" | "error" | "more"> {
  query: ListQuery & { isPlaceholderData: boolean };
  /** Where a row leads, without the language. */
  pathOf: (row: Row) => string;
  /** The filter that `/` reaches; without it the list has no keys. */
  first?: RefObject<HTMLElement | null>;
  /** A row was pointed at or reached with the keys. */
  onPoint?: (row: Row) => void;
  /** Of a queue: where its rows are, and its own keys. */
  listRef?: RefObject<HTMLDivElement | null>;
  keys?: MoreKeys;
}

export function StaffTable<Row>(props: StaffTableProps<Row>) {
  const { query, pathOf, first, onPoint, columns, listRef, keys, ...table } = props;
  const t = useText();
  const language = useLanguage();
  const ownList = useRef<HTMLDivElement>(null);
  const list = listRef ?? ownList;
  useListKeys(list, first, keys);
  // What comes page by page is in the server's order: only the server can sort it.
  const canSort = query.fetchNextPage === undefined || table.serverSort !== undefined;
  const sortable = useMemo(
    () => (canSort ? columns : columns.map((column) => ({ ...column, sortable: false }))),
    [columns, canSort],
  );
  const point = ({ target }: { target: EventTarget }) => {
    const id = (target as Element).closest<HTMLElement>("[data-row]")?.dataset["row"];
    const row = table.rows?.find((one) => table.rowId(one) === id);
    if (row !== undefined) onPoint?.(row);
  };
  return (
    <div
      ref={list}
      className={styles.list}
      aria-busy={query.isPlaceholderData}
      {...(onPoint && { onPointerOver: point, onFocus: point })}
    >
      <DataTable
        dense
        step={Number.MAX_SAFE_INTEGER}
        linkTo={(row) => inLanguage(language, pathOf(row))}
        {...tablePages(t, query)}
        columns={sortable}
        {...table}
      />
    </div>
  );
}

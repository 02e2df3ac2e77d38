/** The portal's table: sortable headers, cards on a phone, export, print, paging. */
// Explicit roles, because cells laid out as cards lose them in Safari.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */

import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { memo, type ReactNode, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { Button } from "./button.tsx";
import styles from "./data-table.module.css";
import { Icon } from "./icon.tsx";
import { Scrolled } from "./scrolled.tsx";
import { Empty, LoadFailed, Loading } from "./states.tsx";
import { type Column, nextSort, type Sort, type Sorting } from "./table-column.ts";
import { TableTools } from "./table-tools.tsx";
import { useLanguage, useText } from "./text.tsx";

export type { Column, Sort } from "./table-column.ts";

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

export interface DataTableProps<Row> {
  /** The table's content for screen readers; also its caption in print. */
  label: string;
  columns: readonly Column<Row>[];
  /** undefined while they load. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  initialSort?: Sort;
  /** The server sorts the rows: the table only shows the requested order. */
  serverSort?: { sort: Sort | undefined; onSort: (sort: Sort) => void };
  /** A row opens something through its title cell, which is a button. */
  onOpen?: (row: Row) => void;
  /** A row leads somewhere through its title cell, which is a link. */
  linkTo?: (row: Row) => string;
  /** Marks the open row. */
  openRow?: string | undefined;
  /** Loading failed; with rows already shown, the message is below them. */
  error?: { retry: () => void; retrying?: boolean; message?: ReactNode } | undefined;
  empty?: ReactNode;
  /**
   * More rows are on the server. Loaded rows are never sorted as if they were all: the rest is loaded first (`loadAll`,
   * false if there are too many), or sorting is not offered.
   */
  more?: { load: () => void; loading: boolean; loadAll?: () => Promise<boolean>; isTooLong?: boolean } | undefined;
  /** How many rows are shown at first, and added by "show more". */
  step?: number;
  /** File name of the export, without extension, possibly depending on the rows; without it there is no export. */
  exportName?: string | ((rows: readonly Row[]) => string);
  /** Exported instead of the shown rows, if those are only a part; null for none, after saying why. */
  exportRows?: () => Promise<readonly Row[] | null>;
  /** Footer rows with sums: one cell per column id. */
  footer?: Partial<Record<string, ReactNode>>;
  /** 36 px rows, for staff. */
  dense?: boolean;
  /** On a phone a row takes two lines, title and "line" at the start, the "key" figures at the end. */
  twoLines?: boolean;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, error, empty } = props;
  const t = useText();
  if (error && !rows)
    return (
      <LoadFailed retry={error.retry} retrying={error.retrying ?? false}>
        {error.message}
      </LoadFailed>
    );
  if (!rows) return <Loading />;
  if (rows.length === 0) return empty ?? <Empty title={t("ui.table.empty")} />;
  return <FilledTable {...props} rows={rows} />;
}

/** The sort state: the table's own, or the server's. */
function useSorting<Row>({ initialSort, serverSort, more }: DataTableProps<Row>) {
  const [own, setOwn] = useState(initialSort);
  if (serverSort) return { sort: serverSort.sort, setSort: serverSort.onSort };
  async function setSort(sort: Sort) {
    if (!more || (await more.loadAll?.())) setOwn(sort);
  }
  // Rows of another range are loading: until all are here, they are in the server's order.
  return { sort: more ? initialSort : own, setSort: (sort: Sort) => void setSort(sort) };
}

function useSortedRows<Row>(
  {
    columns,
    rows,
    rowId,
    serverSort,
  }: Pick<DataTableProps<Row>, "columns" | "rowId" | "serverSort"> & { rows: readonly Row[] },
  sort: Sort | undefined,
): Row[] {
  const language = useLanguage();
  const definitions = useMemo(() => {
    const collator = new Intl.Collator(language, { numeric: true });
    return columns.map((column): ColumnDef<typeof features, { row: Row }> => {
      const byValue: SortFn<typeof features, { row: Row }> = (a, b) => {
        const [left, right] = [a.getValue(column.id), b.getValue(column.id)];
        return column.numeric ? Number(left) - Number(right) : collator.compare(String(left), String(right));
      };
      return {
        id: column.id,
        accessorFn: ({ row }) => column.value(row) ?? undefined,
        sortFn: byValue,
        sortUndefined: "last",
        enableSorting: column.sortable !== false,
      };
    });
  }, [columns, language]);
  const data = useMemo(() => rows.map((row) => ({ row })), [rows]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: ({ row }) => rowId(row),
    manualSorting: serverSort !== undefined,
    state: { sorting: sort ? [{ id: sort.column, desc: sort.descending }] : [] },
  });
  return table.getRowModel().rows.map((each) => each.original.row);
}

/** How many rows are on the page; all of them while printing. */
function useShown(total: number, step: number): [number, () => void] {
  const [shown, setShown] = useState(step);
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // Synchronously: the browser captures the page when the event ends.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, []);
  return [printing ? total : Math.min(shown, total), () => setShown((count) => count + step)];
}

function FilledTable<Row>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { label, rows, rowId, openRow, onOpen, linkTo, more, step = 100, footer, dense, twoLines, error } = props;
  const t = useText();
  const { sort, setSort } = useSorting(props);
  const isSortable = props.serverSort !== undefined || !more || more.loadAll !== undefined;
  const columns = useMemo(
    () => (isSortable ? props.columns : props.columns.map((column) => ({ ...column, sortable: false }))),
    [props.columns, isSortable],
  );
  const sorted = useSortedRows(props, sort);
  const [shown, showMore] = useShown(sorted.length, step);
  const isPart = shown < sorted.length;
  const own = useMemo(() => columns.filter(({ folded, fileOnly }) => !folded && !fileOnly), [columns]);

  return (
    <div className={styles.container} data-dense={dense || undefined} data-two-lines={twoLines || undefined}>
      <TableTools {...props} columns={columns} sorted={sorted} sort={sort} setSort={setSort} />
      {more?.isTooLong && <output className="small">{t("ui.table.tooLong")}</output>}
      <Scrolled className={styles.scroll}>
        <table className={styles.table} role="table">
          <caption className="visually-hidden">{label}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {own.map((column) => (
                <HeaderCell key={column.id} column={column} sort={sort} setSort={setSort} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {sorted.slice(0, shown).map((row) => (
              <BodyRow
                key={rowId(row)}
                id={rowId(row)}
                row={row}
                columns={own}
                isOpen={rowId(row) === openRow}
                onOpen={onOpen}
                linkTo={linkTo}
              />
            ))}
          </tbody>
          {footer && (
            <tfoot role="rowgroup">
              <tr role="row">
                {own.map((column) => (
                  <td key={column.id} role="cell" {...cellMarks(column)} data-label={column.header}>
                    {footer[column.id]}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </Scrolled>
      {error && (
        <LoadFailed retry={error.retry} retrying={error.retrying ?? false}>
          {error.message}
        </LoadFailed>
      )}
      {more && <p className={styles.printedPart}>{t("ui.table.printedPart", { count: rows.length })}</p>}
      {(isPart || more) && !error && (
        <div className={styles.more} data-no-print>
          {isPart && <p>{t("ui.table.shown", { shown, total: rows.length })}</p>}
          <Button variant="default" size="sm" onClick={isPart ? showMore : more?.load} loading={more?.loading ?? false}>
            {t("ui.action.showMore")}
          </Button>
        </div>
      )}
    </div>
  );
}

function cellMarks<Row>(column: Column<Row>) {
  return {
    "data-numeric": column.numeric || undefined,
    "data-phone": column.phone ?? "hidden",
    "data-wide": column.wideOnly || undefined,
    "data-control": column.control || undefined,
    "data-phone-only": column.phoneOnly || undefined,
  };
}

/** The cell that opens its row: the one marked as title, otherwise the first. */
const isTitle = <Row,>(columns: readonly Column<Row>[], index: number): boolean => {
  const marked = columns.findIndex((column) => column.phone === "title");
  return index === (marked === -1 ? 0 : marked);
};

interface RowProps<Row> {
  id: string;
  row: Row;
  onOpen: ((row: Row) => void) | undefined;
  linkTo: ((row: Row) => string) | undefined;
}

function TableRow<Row>({
  columns,
  isOpen,
  ...props
}: RowProps<Row> & { columns: readonly Column<Row>[]; isOpen: boolean }) {
  return (
    <tr role="row" data-row={props.id} data-open={isOpen || undefined}>
      {columns.map((column, index) => (
        <td key={column.id} role="cell" {...cellMarks(column)} data-label={column.header}>
          {cellContent(props, column, isTitle(columns, index))}
        </td>
      ))}
    </tr>
  );
}

/** Hovering a row, or loading another page, does not render the other rows. */
const BodyRow = memo(TableRow) as typeof TableRow;

function cellContent<Row>(
  { row, onOpen, linkTo }: Omit<RowProps<Row>, "id">,
  column: Column<Row>,
  opens: boolean,
): ReactNode {
  const content = column.cell ? column.cell(row) : column.value(row);
  if (opens && linkTo)
    return (
      <Link to={linkTo(row)} className={styles.opener}>
        {content}
      </Link>
    );
  if (opens && onOpen)
    return (
      <button type="button" className={styles.opener} onClick={() => onOpen(row)}>
        {content}
      </button>
    );
  return content;
}

function HeaderCell<Row>({ column, sort, setSort }: Sorting & { column: Column<Row> }) {
  const direction = sort?.column === column.id ? (sort.descending ? "descending" : "ascending") : undefined;
  return (
    <th scope="col" role="columnheader" aria-sort={direction} {...cellMarks(column)}>
      {column.control ? (
        <span className="visually-hidden">{column.header}</span>
      ) : column.sortable === false ? (
        column.header
      ) : (
        <>
          <button type="button" className={styles.sorter} onClick={() => setSort(nextSort(column, sort))}>
            {column.header}
            <span className={styles.arrow} data-direction={direction}>
              <Icon name={direction === "descending" ? "down" : "up"} size={14} />
            </span>
          </button>
          {/* On a phone the head is for screen readers alone, and nothing in it takes the focus. */}
          <span className={styles.phoneHeader}>{column.header}</span>
        </>
      )}
    </th>
  );
}

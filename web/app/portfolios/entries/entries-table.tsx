/** Orders or transactions of a range: filters, the table with its pages and its file, and the way to a longer range. */
import { useEffect } from "react";
import type { ListQuery } from "../../shell/calls/query-states.tsx";
import { useFirmDay } from "../../shell/firm-day.ts";
import { tablePages } from "../../shell/table-pages.ts";
import { Button } from "../../ui/button.tsx";
import { CurrencyCode } from "../../ui/currency-code.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatPrice, formatQuantity } from "../../ui/format.ts";
import { beforePrint } from "../../ui/print.ts";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Language, type Translate, useText } from "../../ui/text.tsx";
import { type DayRange, rangeFileName } from "../performance/ranges.ts";
import styles from "./entries.module.css";
import type { FilteredEntry } from "./entry-filter.ts";
import { EntryFilters, type Listed, useEntryFilter } from "./entry-filters.tsx";
import { useExportAll } from "./export-all.ts";

/** What either list is of. */
export interface EntriesProps {
  range: DayRange;
  /** Shows only what the server finds by it. */
  search?: string;
  onWiden: () => void;
  enabled: boolean;
}

interface Trade {
  ticker: string | null;
  quant: number | null;
  price: number | null;
  currency: string | null;
}

/** The columns that orders and transactions have alike. */
export const tradeColumns = <Row extends Trade>(t: Translate, language: Language) =>
  ({
    ticker: { id: "ticker", header: t("portfolios.entry.ticker"), value: (row) => row.ticker },
    quant: {
      id: "quant",
      header: t("portfolios.entry.quant"),
      numeric: true,
      value: (row) => row.quant,
      cell: (row) => row.quant !== null && formatQuantity(language, row.quant),
    },
    price: {
      id: "price",
      header: t("portfolios.entry.price"),
      numeric: true,
      value: (row) => row.price,
      cell: (row) => row.price !== null && formatPrice(language, row.price, row.currency ?? ""),
    },
    currency: {
      id: "currency",
      header: t("portfolios.entry.currency"),
      value: (row) => row.currency,
      cell: (row) => row.currency && <CurrencyCode code={row.currency} />,
    },
  }) satisfies Record<string, Column<Row>>;

interface EntriesTableProps<Row> extends Omit<EntriesProps, "enabled"> {
  /** Of the file. */
  name: "orders" | "transactions";
  label: string;
  entries: ListQuery & Listed<Row>;
  columns: Column<Row>[];
  rowId: (row: Row) => string;
  /** What filters see of a row; must be stable. */
  describe: (row: Row) => FilteredEntry;
  nameOf: (kind: string) => string;
  stateOf?: (state: string) => string;
  /** What is said of a range without any. */
  none: string;
}

export function EntriesTable<Row extends { date: string }>({
  range,
  search,
  onWiden,
  name,
  label,
  entries,
  columns,
  rowId,
  describe,
  nameOf,
  stateOf,
  none,
}: EntriesTableProps<Row>) {
  const t = useText();
  const firmDay = useFirmDay();
  const filters = useEntryFilter(entries, describe);
  const { exportRows, progress } = useExportAll(filters.fetchShown);
  const { loadAll } = entries;
  useEffect(() => beforePrint(loadAll), [loadAll]);
  return (
    <div className={styles.entries}>
      <EntryFilters searches={search === undefined} filters={filters} nameOf={nameOf} {...(stateOf && { stateOf })} />
      <output className={styles.progress}>{progress}</output>
      <DataTable
        label={label}
        columns={columns}
        rows={filters.rows}
        rowId={rowId}
        initialSort={{ column: "date", descending: true }}
        exportName={(rows) =>
          rangeFileName(
            name,
            range,
            rows.map(({ date }) => firmDay(new Date(date))),
          )
        }
        exportRows={exportRows}
        twoLines
        {...tablePages(t, entries)}
        empty={
          <Empty
            title={filters.isOn || search ? t("portfolios.entry.noneFound") : none}
            action={
              range.preset !== "all" && (
                <Button variant="default" onClick={onWiden}>
                  {t("portfolios.entry.widen")}
                </Button>
              )
            }
          />
        }
      />
    </div>
  );
}

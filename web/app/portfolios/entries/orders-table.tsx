/** Orders of a range: the custodian's executions and requests made in the portal, which can be withdrawn while open. */

import type { OrderRow } from "@portico/api/portfolios.ts";
import { useCallback, useEffect, useMemo } from "react";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useFirmDay } from "../../shell/firm-day.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { tablePages } from "../../shell/table-pages.ts";
import { Button } from "../../ui/button.tsx";
import { CurrencyCode } from "../../ui/currency-code.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatPrice, formatQuantity } from "../../ui/format.ts";
import { beforePrint } from "../../ui/print.ts";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { CardAmount } from "../card-amount.tsx";
import { type DayRange, rangeFileName } from "../performance/ranges.ts";
import { useDateColumn } from "./date-column.tsx";
import styles from "./entries.module.css";
import type { FilteredEntry } from "./entry-filter.ts";
import { EntryFilters, useEntryFilter } from "./entry-filters.tsx";
import { useExportAll } from "./export-all.ts";
import { useOrders } from "./use-entries.ts";

const stateColours: Record<OrderRow["state"], StatusColour> = {
  executed: "green",
  done: "green",
  open: "blue",
  awaitingSigners: "orange",
  paying: "blue",
  expired: "grey",
  declined: "red",
  withdrawn: "grey",
  returned: "orange",
};

/** The id of a request made in the portal; undefined for the custodian's orders. */
const requestIdOf = (row: OrderRow): number | undefined =>
  row.key.startsWith("request-") ? Number(row.key.slice("request-".length)) : undefined;

function useWithdraw(): (row: OrderRow) => void {
  const t = useText();
  const holder = useHolder();
  const runChange = useRunChange();
  return (row) => {
    const requestId = requestIdOf(row);
    if (requestId === undefined) return;
    openConfirmation({
      title: t("portfolios.order.withdrawTitle"),
      text: t("portfolios.order.withdrawText"),
      confirmLabel: t("portfolios.order.withdraw"),
      cancelLabel: t("portfolios.order.keep"),
      destructive: true,
      action: () =>
        runChange(async (api) => {
          await api.payments.withdrawRequest({ params: { ...holder, requestId }, body: {} });
          alert.success(t("portfolios.order.withdrawn.done"));
        }),
    });
  };
}

function useColumns(): Column<OrderRow>[] {
  const t = useText();
  const language = useLanguage();
  const date = useDateColumn<OrderRow>();
  const firmDay = useFirmDay();
  const withdraw = useWithdraw();
  return useMemo(() => {
    const amount = (id: "sum" | "fee", phone?: "key"): Column<OrderRow> => ({
      id,
      header: t(`portfolios.entry.${id}`),
      numeric: true,
      currency: (row) => row.currency,
      value: (row) => row[id],
      cell: (row) => row[id] !== null && <CardAmount amount={row[id]} currency={row.currency} />,
      ...(phone && { phone }),
    });
    return [
      date,
      {
        id: "side",
        header: t("portfolios.entry.side"),
        value: (row) => t(`portfolios.kind.${row.side}`),
      },
      {
        id: "name",
        header: t("portfolios.entry.name"),
        value: (row) => row.name,
        cell: (row) => row.name || t(`portfolios.kind.${row.side}`),
      },
      {
        id: "title",
        header: t("portfolios.entry.name"),
        value: () => null,
        cell: (row) => [t(`portfolios.kind.${row.side}`), row.name].filter(Boolean).join(" · "),
        phone: "title",
        phoneOnly: true,
      },
      { id: "ticker", header: t("portfolios.entry.ticker"), value: (row) => row.ticker },
      {
        id: "quant",
        header: t("portfolios.entry.quant"),
        numeric: true,
        value: (row) => row.quant,
        cell: (row) => row.quant !== null && formatQuantity(language, row.quant),
      },
      {
        id: "price",
        header: t("portfolios.entry.price"),
        numeric: true,
        value: (row) => row.price,
        cell: (row) => row.price !== null && formatPrice(language, row.price, row.currency ?? ""),
      },
      amount("sum", "key"),
      {
        id: "currency",
        header: t("portfolios.entry.currency"),
        value: (row) => row.currency,
        cell: (row) => row.currency && <CurrencyCode code={row.currency} />,
      },
      amount("fee"),
      {
        id: "state",
        header: t("portfolios.entry.state"),
        value: (row) => t(`portfolios.order.${row.state}`),
        phone: "line",
        cell: (row) => (
          <span className={styles.state}>
            <span className={styles.phoneWords}>
              {[firmDay(new Date(row.date)), row.quant !== null && formatQuantity(language, row.quant)]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <StatusBadge status={row.state} colour={stateColours[row.state]}>
              {t(`portfolios.order.${row.state}`)}
            </StatusBadge>
            {row.executions > 1 && (
              <span className={styles.small}>{t("portfolios.order.executions", { count: row.executions })}</span>
            )}
            {row.state === "open" && requestIdOf(row) !== undefined && (
              <Button variant="subtle" size="compact-sm" onClick={() => withdraw(row)} data-no-print>
                {t("portfolios.order.withdraw")}
              </Button>
            )}
          </span>
        ),
      },
    ];
  }, [t, language, date, firmDay, withdraw]);
}

/** What filters see of a row. Requests have not moved money. */
function useDescription(): (row: OrderRow) => FilteredEntry {
  const t = useText();
  const firmDay = useFirmDay();
  return useCallback(
    ({ date, side, name, ticker, state, currency, sum }) => ({
      kind: side,
      instrument: name || null,
      currency,
      year: firmDay(new Date(date)).slice(0, 4),
      state,
      words: [t(`portfolios.kind.${side}`), name, ticker, t(`portfolios.order.${state}`), currency],
      paid: state === "executed" && sum !== null && currency !== null ? { amount: sum, currency } : undefined,
    }),
    [t, firmDay],
  );
}

interface OrdersProps {
  range: DayRange;
  /** Shows only what the server finds by it. */
  search?: string;
  onWiden: () => void;
  enabled: boolean;
}

export function OrdersTable({ range, search, onWiden, enabled }: OrdersProps) {
  const t = useText();
  const columns = useColumns();
  const firmDay = useFirmDay();
  const orders = useOrders({ ...range, search, enabled });
  const describe = useDescription();
  const filters = useEntryFilter(orders, describe);
  const { exportRows, progress } = useExportAll(filters.fetchShown);
  const { loadAll } = orders;
  useEffect(() => beforePrint(loadAll), [loadAll]);
  return (
    <div className={styles.entries}>
      <EntryFilters
        searches={search === undefined}
        filters={filters}
        nameOf={(kind) => t(`portfolios.kind.${kind as OrderRow["side"]}`)}
        stateOf={(state) => t(`portfolios.order.${state as OrderRow["state"]}`)}
      />
      <output className={styles.progress}>{progress}</output>
      <DataTable
        label={t("portfolios.page.orders")}
        columns={columns}
        rows={filters.rows}
        rowId={(row) => row.key}
        initialSort={{ column: "date", descending: true }}
        exportName={(rows) =>
          rangeFileName(
            "orders",
            range,
            rows.map(({ date }) => firmDay(new Date(date))),
          )
        }
        exportRows={exportRows}
        twoLines
        {...tablePages(t, orders)}
        empty={
          <Empty
            title={t(filters.isOn || search ? "portfolios.entry.noneFound" : "portfolios.entry.noneOrders")}
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

/** Orders of a range: the custodian's executions and requests made in the portal, which can be withdrawn while open. */

import type { OrderRow } from "@portico/api/portfolios.ts";
import { useCallback, useMemo } from "react";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useFirmDay } from "../../shell/firm-day.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { Button } from "../../ui/button.tsx";
import { formatQuantity } from "../../ui/format.ts";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { CardAmount } from "../card-amount.tsx";
import { useDateColumn } from "./date-column.tsx";
import styles from "./entries.module.css";
import { type EntriesProps, EntriesTable, tradeColumns } from "./entries-table.tsx";
import type { FilteredEntry } from "./entry-filter.ts";
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
    const trade = tradeColumns<OrderRow>(t, language);
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
      trade.ticker,
      trade.quant,
      trade.price,
      amount("sum", "key"),
      trade.currency,
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

export function OrdersTable({ enabled, ...props }: EntriesProps) {
  const t = useText();
  const { range, search } = props;
  return (
    <EntriesTable
      {...props}
      name="orders"
      label={t("portfolios.page.orders")}
      entries={useOrders({ ...range, search, enabled })}
      columns={useColumns()}
      rowId={(row) => row.key}
      describe={useDescription()}
      nameOf={(kind) => t(`portfolios.kind.${kind as OrderRow["side"]}`)}
      stateOf={(state) => t(`portfolios.order.${state as OrderRow["state"]}`)}
      none={t("portfolios.entry.noneOrders")}
    />
  );
}

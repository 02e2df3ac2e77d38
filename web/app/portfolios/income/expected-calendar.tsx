/** Announced and estimated income by month. */
import type { ExpectedIncome } from "@portico/api/portfolio-income.ts";
import { type ReactNode, useMemo } from "react";
import { DataTable } from "../../ui/data-table.tsx";
import { Unavailable } from "../../ui/figures.tsx";
import { formatAmount, formatMoney } from "../../ui/format.ts";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { barWidth } from "./bar-widths.ts";
import styles from "./income.module.css";
import { formatMonth } from "./month-name.ts";

type Month = ExpectedIncome["months"][number];

function useCalendarColumns({
  longest,
  withEstimates,
  currency,
  because,
}: {
  longest: number;
  withEstimates: boolean;
  currency: string;
  because: ReactNode;
}) {
  const t = useText();
  const language = useLanguage();
  return useMemo((): Column<Month>[] => {
    const amount = (id: "announced" | "estimated"): Column<Month> => ({
      id,
      header: t("portfolios.income.inCurrency", { what: t(`portfolios.income.${id}Gross`), currency }),
      numeric: true,
      currency: () => currency,
      value: (month) => month[id].gross,
      cell: (month) =>
        month[id].gross === null ? (
          <Unavailable because={because} />
        ) : (
          formatAmount(language, month[id].gross, currency)
        ),
    });
    const named = (id: "announced" | "estimated", month: Month): string => {
      const { gross } = month[id];
      return `${t(`portfolios.income.${id}Gross`)}: ${gross === null ? t("ui.money.unavailable") : formatMoney(language, gross, currency)}`;
    };
    return [
      {
        id: "month",
        header: t("portfolios.income.month"),
        value: ({ month }) => month,
        phone: "title",
        cell: ({ month, announced, estimated }) => (
          <>
            {formatMonth(language, month)}
            <span className={styles.bars} aria-hidden="true">
              <span className={styles.bar} style={{ width: `${barWidth(announced.gross, longest)}%` }} />
              {withEstimates && (
                <span
                  className={styles.bar}
                  data-kind="estimated"
                  style={{ width: `${barWidth(estimated.gross, longest)}%` }}
                />
              )}
            </span>
          </>
        ),
      },
      {
        id: "sums",
        header: t("portfolios.income.announcedGross"),
        value: () => null,
        cell: (month) =>
          [named("announced", month), withEstimates && named("estimated", month)].filter(Boolean).join(" · "),
        phone: "line",
        phoneOnly: true,
      },
      amount("announced"),
      ...(withEstimates ? [amount("estimated")] : []),
    ];
  }, [t, language, longest, withEstimates, currency, because]);
}

export function Calendar({
  months,
  withEstimates,
  currency,
  because,
}: {
  months: readonly Month[];
  withEstimates: boolean;
  currency: string;
  because: ReactNode;
}) {
  const t = useText();
  const longest = months.reduce(
    (most, { announced, estimated }) =>
      Math.max(most, Number(announced.gross ?? 0) + (withEstimates ? Number(estimated.gross ?? 0) : 0)),
    0,
  );
  const columns = useCalendarColumns({ longest, withEstimates, currency, because });
  return (
    <DataTable
      label={t("portfolios.income.calendar")}
      columns={columns}
      rows={months}
      rowId={({ month }) => month}
      initialSort={{ column: "month", descending: false }}
      exportName="expected-income-months"
      twoLines
    />
  );
}

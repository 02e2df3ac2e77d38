/** Income received by month and by holding. */
import type { Income } from "@portico/api/portfolio-income.ts";
import { type ReactNode, useMemo } from "react";
import { DataTable } from "../../ui/data-table.tsx";
import { Money, Unavailable } from "../../ui/figures.tsx";
import { formatAmount, formatMoney, formatPercent } from "../../ui/format.ts";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { type DayRange, rangeFileName } from "../performance/ranges.ts";
import { barWidth, longestOf } from "./bar-widths.ts";
import styles from "./income.module.css";
import { formatMonth } from "./month-name.ts";
import { usePayerName } from "./payer-name.ts";

type Month = Income["months"][number];
type HoldingIncome = Income["holdings"][number];

export interface PartProps {
  income: Income;
  range: DayRange;
  because: ReactNode;
}

type WithSums = Pick<Month, "gross" | "tax" | "net">;

/** On a phone's card, beside the net amount: what it is made of. */
function usePartsColumn<Row extends WithSums>({ contractCurrency: currency }: Income): Column<Row> {
  const t = useText();
  const language = useLanguage();
  const amount = (figure: string | null) =>
    figure === null ? t("ui.money.unavailable") : formatMoney(language, figure, currency);
  return {
    id: "parts",
    header: t("portfolios.income.gross"),
    value: () => null,
    cell: ({ gross, tax }) => t("portfolios.income.parts", { gross: amount(gross), tax: amount(tax) }),
    phone: "line",
    phoneOnly: true,
  };
}

/** Gross, tax and net in the contract currency, with their sums in the file. */
function useSumColumns<Row extends WithSums>(income: Income, because: ReactNode): Column<Row>[] {
  const t = useText();
  const language = useLanguage();
  const { contractCurrency: currency, total } = income;
  return useMemo(
    () =>
      (["gross", "tax", "net"] as const).map((id) => ({
        id,
        header: t("portfolios.income.inCurrency", { what: t(`portfolios.income.${id}`), currency }),
        numeric: true,
        currency: () => currency,
        value: (row: Row) => row[id],
        total: total[id],
        cell: (row: Row) => {
          const amount = row[id];
          return amount === null ? <Unavailable because={because} /> : formatAmount(language, amount, currency);
        },
        ...(id === "net" && { phone: "key" as const }),
      })),
    [t, language, currency, total, because],
  );
}

function useFooter({ income, because }: Pick<PartProps, "income" | "because">, name: string) {
  const t = useText();
  const { contractCurrency: currency, total } = income;
  const sum = (amount: string | null) => <Money bare amount={amount} currency={currency} because={because} />;
  return {
    [name]: t("portfolios.income.total"),
    gross: sum(total.gross),
    tax: sum(total.tax),
    net: sum(total.net),
  };
}

function useMonthColumns({ income, because }: Pick<PartProps, "income" | "because">) {
  const t = useText();
  const language = useLanguage();
  const sums = useSumColumns<Month>(income, because);
  const parts = usePartsColumn<Month>(income);
  const longest = longestOf(income.months.map(({ gross }) => gross));
  return useMemo(
    (): Column<Month>[] => [
      {
        id: "month",
        header: t("portfolios.income.month"),
        value: ({ month }) => month,
        phone: "title",
        cell: ({ month, net, tax }) => (
          <>
            {formatMonth(language, month)}
            <span className={styles.bars} aria-hidden="true">
              <span className={styles.bar} style={{ width: `${barWidth(net, longest)}%` }} />
              <span className={styles.bar} data-kind="tax" style={{ width: `${barWidth(tax, longest)}%` }} />
            </span>
          </>
        ),
        total: t("portfolios.income.total"),
      },
      parts,
      ...sums,
    ],
    [t, language, longest, parts, sums],
  );
}

export function Months({ income, range, because }: PartProps) {
  const t = useText();
  const columns = useMonthColumns({ income, because });
  return (
    <DataTable
      label={t("portfolios.income.byMonth")}
      columns={columns}
      rows={income.months}
      rowId={({ month }) => month}
      initialSort={{ column: "month", descending: true }}
      exportName={rangeFileName(
        "income-months",
        range,
        income.payments.map(({ day }) => day),
      )}
      footer={useFooter({ income, because }, "month")}
      twoLines
    />
  );
}

function useHoldingColumns({ income, because }: Pick<PartProps, "income" | "because">) {
  const t = useText();
  const language = useLanguage();
  const nameOf = usePayerName();
  const sums = useSumColumns<HoldingIncome>(income, because);
  const parts = usePartsColumn<HoldingIncome>(income);
  return useMemo((): Column<HoldingIncome>[] => {
    const yieldColumn = (id: "yieldOnCost" | "yieldOnValue"): Column<HoldingIncome> => ({
      id,
      header: t(`portfolios.income.${id}`),
      numeric: true,
      value: (row) => row[id],
      cell: (row) => row[id] !== null && formatPercent(language, row[id]),
    });
    return [
      {
        id: "name",
        header: t("portfolios.income.holding"),
        value: nameOf,
        phone: "title",
        total: t("portfolios.income.total"),
        cell: (row) => (
          <>
            {nameOf(row)}
            {row.ticker && <small className={styles.under}>{row.ticker}</small>}
          </>
        ),
      },
      { id: "isin", header: t("portfolios.file.isin"), value: ({ isin }) => isin, fileOnly: true, sortable: false },
      {
        id: "count",
        header: t("portfolios.income.count"),
        numeric: true,
        value: ({ payments }) => payments,
      },
      parts,
      ...sums,
      yieldColumn("yieldOnCost"),
      yieldColumn("yieldOnValue"),
    ];
  }, [t, language, nameOf, parts, sums]);
}

export function Holdings({ income, range, because }: PartProps) {
  const t = useText();
  const columns = useHoldingColumns({ income, because });
  return (
    <DataTable
      label={t("portfolios.income.byHolding")}
      columns={columns}
      rows={income.holdings}
      rowId={({ key }) => key}
      initialSort={{ column: "gross", descending: true }}
      exportName={rangeFileName(
        "income-holdings",
        range,
        income.payments.map(({ day }) => day),
      )}
      footer={useFooter({ income, because }, "name")}
      twoLines
    />
  );
}

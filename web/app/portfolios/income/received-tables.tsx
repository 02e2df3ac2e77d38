/** Income received by month or year, and by holding. */
import type { Income, IncomeSums } from "@portico/api/portfolio-income.ts";
import { type ReactNode, useMemo } from "react";
import { useSearchParams } from "react-router";
import { DataTable } from "../../ui/data-table.tsx";
import { Money, Unavailable } from "../../ui/figures.tsx";
import { formatAmount, formatMoney, formatPercent } from "../../ui/format.ts";
import { SectionPicker } from "../../ui/section-picker.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { type DayRange, rangeFileName } from "../performance/ranges.ts";
import { barWidth, longestOf } from "./bar-widths.ts";
import styles from "./income.module.css";
import { formatMonth } from "./month-name.ts";
import { usePayerName } from "./payer-name.ts";
import { type IncomePeriod, periodsOf, usualKind } from "./periods.ts";

const kinds = ["month", "year"] as const;
type HoldingIncome = Income["holdings"][number];

export interface PartProps {
  income: Income;
  range: DayRange;
  because: ReactNode;
}

/** On a phone's card, beside the net amount: what it is made of. */
function usePartsColumn<Row extends IncomeSums>({ contractCurrency: currency }: Income): Column<Row> {
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
function useSumColumns<Row extends IncomeSums>(income: Income, because: ReactNode): Column<Row>[] {
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

function usePeriodColumns(
  { income, because }: Pick<PartProps, "income" | "because">,
  periods: readonly IncomePeriod[],
) {
  const t = useText();
  const language = useLanguage();
  const sums = useSumColumns<IncomePeriod>(income, because);
  const parts = usePartsColumn<IncomePeriod>(income);
  const longest = longestOf(periods.map(({ gross }) => gross));
  const header = t(periods[0]?.id.length === 4 ? "portfolios.income.year" : "portfolios.income.month");
  return useMemo(
    (): Column<IncomePeriod>[] => [
      {
        id: "period",
        header,
        value: ({ id }) => id,
        phone: "title",
        cell: ({ id, net, tax }) => (
          <>
            {id.length === 4 ? id : formatMonth(language, id)}
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
    [t, language, header, longest, parts, sums],
  );
}

/** By month, or by year; the address keeps the reader's choice. */
export function Periods({ income, range, because }: PartProps) {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const chosen = kinds.find((each) => each === search.get("income"));
  const kind = chosen ?? usualKind(income.months);
  const periods = useMemo(() => periodsOf(income.months, kind), [income.months, kind]);
  const columns = usePeriodColumns({ income, because }, periods);
  const pick = (id: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set("income", id);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <SectionPicker
        label={t("portfolios.income.by")}
        current={kind}
        onPick={pick}
        sections={kinds.map((id) => ({ id, label: t(`portfolios.income.by.${id}`) }))}
      />
      <DataTable
        key={kind}
        label={t(`portfolios.income.by.${kind}`)}
        columns={columns}
        rows={periods}
        rowId={({ id }) => id}
        initialSort={{ column: "period", descending: true }}
        exportName={rangeFileName(
          `income-${kind}s`,
          range,
          income.payments.map(({ day }) => day),
        )}
        footer={useFooter({ income, because }, "period")}
        twoLines
      />
    </>
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

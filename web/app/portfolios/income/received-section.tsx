/** Income received over a range: sums, months, holdings, payments. */

import { NativeSelect } from "@mantine/core";
import type { Income } from "@portico/api/portfolio-income.ts";
import { type ReactNode, useMemo, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { Button } from "../../ui/button.tsx";
import { CurrencyCode } from "../../ui/currency-code.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Money, Percent, Unavailable } from "../../ui/figures.tsx";
import { formatAmount, formatDay, formatMoney, formatPercent, formatRate } from "../../ui/format.ts";
import { Section, StatTile, StatTiles } from "../../ui/section.tsx";
import { Empty, LoadFailed, Loading } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useBecause } from "../gap-text.ts";
import { useRangeName } from "../performance/range-name.ts";
import { type DayRange, rangeFileName } from "../performance/ranges.ts";
import { Doubts } from "../portfolio-notices.tsx";
import { barWidth, longestOf } from "./bar-widths.ts";
import styles from "./income.module.css";
import { formatMonth } from "./month-name.ts";
import { usePayerName } from "./payer-name.ts";
import { useIncome } from "./use-income.ts";

type Month = Income["months"][number];
type HoldingIncome = Income["holdings"][number];
type Payment = Income["payments"][number];

export function ReceivedSection({ range, onWiden }: { range: DayRange; onWiden: () => void }) {
  const t = useText();
  const rangeName = useRangeName();
  const { data, error, isFetching, isPlaceholderData, refetch } = useIncome(range);
  return (
    <Section title={t("portfolios.income.titleOf", { range: rangeName(range) })}>
      {data ? (
        <div className={styles.income} aria-busy={isPlaceholderData} style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
          <Received income={data} range={range} onWiden={onWiden} />
        </div>
      ) : error ? (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading />
      )}
    </Section>
  );
}

function Received({ income, range, onWiden }: { income: Income; range: DayRange; onWiden: () => void }) {
  const t = useText();
  const because = useBecause()(income.gaps);
  if (income.reason) return <Empty icon="portfolio" title={t("portfolios.income.notProvided")} />;
  if (income.payments.length === 0)
    return (
      <Empty
        title={t("portfolios.income.none")}
        action={
          range.preset !== "all" && (
            <Button variant="default" onClick={onWiden}>
              {t("portfolios.entry.widen")}
            </Button>
          )
        }
      />
    );
  return (
    <>
      <Sums income={income} because={because} />
      <Doubts of="figures" gaps={income.gaps} />
      <h3 className={styles.part}>{t("portfolios.income.byMonth")}</h3>
      <Months income={income} range={range} because={because} />
      <h3 className={styles.part}>{t("portfolios.income.byHolding")}</h3>
      <Holdings income={income} range={range} because={because} />
      <h3 className={styles.part}>{t("portfolios.income.payments")}</h3>
      <Payments income={income} range={range} because={because} />
    </>
  );
}

function Sums({ income, because }: { income: Income; because: ReactNode }) {
  const t = useText();
  const language = useLanguage();
  const { contractCurrency: currency, total, otherTax, yields } = income;
  const yieldNote =
    yields &&
    t("portfolios.income.yieldBase", { from: formatDay(language, yields.from), to: formatDay(language, yields.to) });
  return (
    <>
      <StatTiles>
        <StatTile label={t("portfolios.income.net")} hero>
          <Money amount={total.net} currency={currency} because={because} />
        </StatTile>
        <StatTile label={t("portfolios.income.gross")}>
          <Money amount={total.gross} currency={currency} because={because} />
        </StatTile>
        <StatTile
          label={t("portfolios.income.tax")}
          note={
            otherTax !== null &&
            Number(otherTax) !== 0 &&
            t("portfolios.income.otherTax", { amount: `${formatAmount(language, otherTax, currency)} ${currency}` })
          }
        >
          <Money amount={total.tax} currency={currency} because={because} />
        </StatTile>
      </StatTiles>
      {yields && (
        <StatTiles>
          <StatTile label={t("portfolios.income.yieldOnCost")} note={yieldNote}>
            <Percent value={yields.onCost} />
          </StatTile>
          <StatTile label={t("portfolios.income.yieldOnValue")} note={yieldNote}>
            <Percent value={yields.onValue} />
          </StatTile>
        </StatTiles>
      )}
    </>
  );
}

interface PartProps {
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

function Months({ income, range, because }: PartProps) {
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

function Holdings({ income, range, because }: PartProps) {
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

function Payments({ income, range, because }: PartProps) {
  const t = useText();
  const language = useLanguage();
  const nameOf = usePayerName();
  const [key, setKey] = useState("");
  const isChosen = income.holdings.some((holding) => holding.key === key);
  const rows = isChosen ? income.payments.filter((payment) => payment.key === key) : income.payments;
  const columns = usePaymentColumns(income.contractCurrency, because);
  return (
    <>
      <NativeSelect
        className={styles.filter}
        data-no-print
        label={t("portfolios.income.holding")}
        value={isChosen ? key : ""}
        data={[
          { value: "", label: t("portfolios.income.allHoldings") },
          ...income.holdings
            .map((holding) => ({ value: holding.key, label: nameOf(holding) }))
            .toSorted((a, b) => a.label.localeCompare(b.label, language)),
        ]}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <DataTable
        label={t("portfolios.income.payments")}
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        initialSort={{ column: "day", descending: true }}
        step={50}
        exportName={rangeFileName(
          "income-payments",
          range,
          rows.map(({ day }) => day),
        )}
        twoLines
      />
    </>
  );
}

function usePaymentColumns(contract: string, because: ReactNode): Column<Payment>[] {
  const t = useText();
  const language = useLanguage();
  const nameOf = usePayerName();
  return useMemo(() => {
    const kindOf = ({ kind, of }: Payment) =>
      kind === "tax" && of
        ? t("portfolios.income.taxOf", { day: formatDay(language, of.day) })
        : t(`portfolios.income.kind.${kind}`);
    const own = (id: "gross" | "tax" | "net"): Column<Payment> => ({
      id,
      header: t(`portfolios.income.${id}`),
      numeric: true,
      currency: ({ currency }) => currency,
      value: (row) => row[id],
      cell: (row) => formatAmount(language, row[id], row.currency),
    });
    return [
      {
        id: "day",
        header: t("portfolios.income.day"),
        value: ({ day }) => day,
        cell: ({ day }) => formatDay(language, day),
      },
      { id: "kind", header: t("portfolios.entry.kind"), value: kindOf },
      { id: "name", header: t("portfolios.income.holding"), value: nameOf },
      { id: "title", header: t("portfolios.income.holding"), value: nameOf, phone: "title", phoneOnly: true },
      {
        id: "line",
        header: t("portfolios.entry.kind"),
        value: () => null,
        cell: (row) => `${formatDay(language, row.day)} · ${kindOf(row)}`,
        phone: "line",
        phoneOnly: true,
      },
      own("gross"),
      own("tax"),
      own("net"),
      {
        id: "currency",
        header: t("portfolios.entry.currency"),
        value: ({ currency }) => currency,
        cell: ({ currency }) => <CurrencyCode code={currency} />,
      },
      {
        id: "rate",
        header: t("portfolios.income.rate"),
        numeric: true,
        value: ({ rate }) => rate?.value ?? null,
        cell: ({ rate }) =>
          rate && (
            <>
              {formatRate(language, rate.value)}
              {rate.stale && <small className={styles.under}>{formatDay(language, rate.day)}</small>}
            </>
          ),
      },
      {
        id: "rateDay",
        header: t("portfolios.income.rateDay"),
        value: ({ rate }) => rate?.day ?? null,
        fileOnly: true,
        sortable: false,
      },
      {
        id: "netInContract",
        header: t("portfolios.income.inCurrency", { what: t("portfolios.income.net"), currency: contract }),
        numeric: true,
        currency: () => contract,
        value: ({ inContract }) => inContract.net,
        cell: ({ inContract }) => <Money amount={inContract.net} currency={contract} bare because={because} />,
        phone: "key",
      },
      { id: "isin", header: t("portfolios.file.isin"), value: ({ isin }) => isin, fileOnly: true, sortable: false },
      { id: "entryId", header: t("portfolios.file.entryId"), value: ({ id }) => id, fileOnly: true, sortable: false },
    ];
  }, [t, language, nameOf, contract, because]);
}

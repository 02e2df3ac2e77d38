/** The table of what each holding earned: sorted, summed, exported, printed. */
import type { HoldingResult, Results } from "@portico/api/portfolio-results.ts";
import type { Gap } from "@portico/api/portfolios.ts";
import { type ReactNode, useCallback, useMemo } from "react";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Money, Percent, Points } from "../../ui/figures.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { useBecause } from "../gap-text.ts";
import { type DayRange, rangeFileName } from "../performance/ranges.ts";
import styles from "./results.module.css";

/** The parts of a result, under the names that they have in the bridge. */
export const parts = [
  { id: "priceGain", line: "price" },
  { id: "currencyGain", line: "fx" },
  { id: "income", line: "income" },
  { id: "fees", line: "fees" },
  { id: "tax", line: "tax" },
] as const;
type Part = (typeof parts)[number]["id"];

/** Costs are shown as what they take away. */
export const signed = (part: Part, amount: string | null): string | null => {
  if (amount === null || (part !== "fees" && part !== "tax") || Number(amount) === 0) return amount;
  return amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
};

/** Why a figure is missing: the gap, otherwise the reason in general. */
export function useResultBecause() {
  const t = useText();
  const because = useBecause();
  return useCallback(
    ({ gaps, returnReason }: Pick<HoldingResult, "returnReason"> & { gaps: readonly Gap[] }): string | undefined =>
      because(gaps) ??
      (returnReason === null
        ? undefined
        : t("portfolios.gap.because", { reason: t(`portfolios.results.reason.${returnReason}`) })),
    [t, because],
  );
}

function useColumns(whole: Results | null, currency: string, clientNumber: string | null): Column<HoldingResult>[] {
  const t = useText();
  const because = useResultBecause();
  const currencyName = useCurrencyNames();
  return useMemo(() => {
    const hidden = (row: HoldingResult) => <span className="visually-hidden">{because(row)}</span>;
    const amount = (id: Part | "total", header: string, more: Partial<Column<HoldingResult>> = {}) => ({
      id,
      header,
      fileHeader: `${header}, ${currency}`,
      numeric: true,
      currency: () => currency,
      value: (row: HoldingResult) => (id === "total" ? row.total : signed(id, row[id])),
      total: whole && (id === "total" ? whole.total.total : signed(id, whole.total[id])),
      cell: (row: HoldingResult) => (
        <Money
          bare
          result
          amount={id === "total" ? row.total : signed(id, row[id])}
          currency={currency}
          because={hidden(row)}
        />
      ),
      ...more,
    });
    const nameOf = (row: HoldingResult): string => (row.instrumentId === null ? currencyName(row.currency) : row.name);
    return [
      {
        id: "name",
        header: t("portfolios.holdings.name"),
        value: nameOf,
        total: whole && t("portfolios.holdings.total"),
        cell: (row) => (
          <span>
            {nameOf(row)}
            <small className={styles.under}>
              {[
                row.instrumentId === null ? t("portfolios.results.cash") : row.isin,
                row.isClosed && t("portfolios.results.isClosed"),
              ]
                .filter(Boolean)
                .join(" · ")}
            </small>
          </span>
        ),
        phone: "title",
      },
      ...parts.map(({ id, line }) => amount(id, t(`portfolios.bridge.${line}`))),
      amount("total", t("portfolios.results.total"), { phone: "key" }),
      {
        id: "returnPercent",
        header: t("portfolios.results.return"),
        fileHeader: `${t("portfolios.results.return")}, %`,
        numeric: true,
        value: (row) => row.returnPercent,
        total: whole?.total.returnPercent ?? null,
        cell: (row) => <Percent result value={row.returnPercent} because={hidden(row)} />,
        phone: "key",
      },
      {
        id: "contribution",
        header: t("portfolios.results.contribution"),
        numeric: true,
        value: (row) => row.contribution,
        total: whole?.total.returnPercent ?? null,
        cell: (row) => <Points signed inColumn value={row.contribution} because={hidden(row)} />,
      },
      { id: "isin", header: "ISIN", value: (row) => row.isin, fileOnly: true },
      {
        id: "isClosed",
        header: t("portfolios.results.isClosedColumn"),
        value: (row) => (row.isClosed ? t("portfolios.results.isClosed") : ""),
        fileOnly: true,
      },
      { id: "clientNumber", header: t("portfolios.file.clientNumber"), value: () => clientNumber, fileOnly: true },
    ];
  }, [t, because, currencyName, whole, currency, clientNumber]);
}

interface ResultsTableProps {
  rows: readonly HoldingResult[];
  /** With the sums, if all holdings are shown. */
  whole: Results | null;
  currency: string;
  range: DayRange;
  clientNumber: string | null;
  onOpen: (row: HoldingResult) => void;
  empty: ReactNode;
}

export function ResultsTable({ rows, whole, currency, range, clientNumber, onOpen, empty }: ResultsTableProps) {
  const t = useText();
  const because = useResultBecause();
  const columns = useColumns(whole, currency, clientNumber);
  const sum = (amount: string | null) => <Money bare result amount={amount} currency={currency} />;
  const reason = whole ? because({ ...whole.total, gaps: whole.gaps }) : undefined;
  return (
    <div className={styles.results}>
      <DataTable
        label={t("portfolios.page.results")}
        columns={columns}
        rows={rows}
        rowId={(row) => row.key}
        initialSort={{ column: "total", descending: true }}
        onOpen={onOpen}
        exportName={rangeFileName("results", range, [range.to])}
        empty={empty}
        {...(whole &&
          rows.length > 0 && {
            footer: {
              name: t("portfolios.holdings.total"),
              ...Object.fromEntries(parts.map(({ id }) => [id, sum(signed(id, whole.total[id]))])),
              total: sum(whole.total.total),
              returnPercent: <Percent result value={whole.total.returnPercent} because={reason} />,
              contribution: <Points signed inColumn value={whole.total.returnPercent} because={reason} />,
            },
          })}
      />
    </div>
  );
}

/** The parts of one result, below one another. */
export function ResultParts({ row, currency }: { row: HoldingResult; currency: string }) {
  const t = useText();
  const because = useResultBecause()(row);
  return (
    <>
      <table className={styles.parts}>
        <tbody>
          {parts.map(({ id, line }) => (
            <tr key={id}>
              <th scope="row">{t(`portfolios.bridge.${line}`)}</th>
              <td>
                <Money result amount={signed(id, row[id])} currency={currency} because={because} />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t("portfolios.results.total")}</th>
            <td>
              <Money result amount={row.total} currency={currency} because={because} />
            </td>
          </tr>
        </tbody>
      </table>
      <p>
        {t("portfolios.results.return")}: <Percent result value={row.returnPercent} because={because} />
      </p>
    </>
  );
}

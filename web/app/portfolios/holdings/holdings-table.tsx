/** All holdings with the specification's columns; a row opens its drawer and highlights its slice. */
import type { InstrumentRow, ProvableFigure } from "@portico/api/portfolios.ts";
import { memo, type ReactNode, useMemo } from "react";
import { CurrencyCode } from "../../ui/currency-code.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Money, Percent, Quantity, Unavailable } from "../../ui/figures.tsx";
import { plainAmount } from "../../ui/format.ts";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Translate, useText } from "../../ui/text.tsx";
import { lacksFigures, useBecause, useReturnBecause } from "../gap-text.ts";
import type { PortfolioTotals } from "../portfolio-state.ts";
import { ProofFigure } from "../proof/proof-figure.tsx";
import { sourceText } from "../source-text.ts";
import { HoldingName } from "./holding-name.tsx";
import styles from "./holdings.module.css";

/** A figure of a row without its currency, which is in the header. */
const figureCell = (row: InstrumentRow, figure: ProvableFigure, content: ReactNode) => (
  <ProofFigure figure={figure} rowKey={row.key} name={row.name}>
    {figure in row && row[figure as keyof InstrumentRow] === null ? <Missing row={row} figure={figure} /> : content}
  </ProofFigure>
);

/** The reason for a missing figure, for screen readers only. */
function Missing({ row, figure }: { row: InstrumentRow; figure: ProvableFigure }) {
  const [because, returnBecause] = [useBecause()(row.gaps), useReturnBecause()(row)];
  const reason = figure === "returnPercent" ? returnBecause : because;
  return <Unavailable because={<span className="visually-hidden">{reason}</span>} />;
}

type RowFigure =
  | "avgBuyPrice"
  | "currentPrice"
  | "currentPriceInCtrCurrency"
  | "totalInvested"
  | "currentValue"
  | "fixing";

const isAmount = (figure: RowFigure): boolean => figure === "totalInvested" || figure === "currentValue";

/** Prices may have more decimals than amounts, and the price of cash is an exchange rate. */
function writingOf(row: InstrumentRow, figure: RowFigure, contractCurrency: string) {
  if (isAmount(figure)) return { currency: contractCurrency };
  if (figure === "fixing" || row.type === 9) return { currency: contractCurrency, rate: true };
  return figure === "currentPriceInCtrCurrency"
    ? { currency: contractCurrency, price: 2 }
    : { currency: row.instrumentCurrency, price: 2 };
}

/**
 * What a file needs to be read alone: whose holdings, of which day, and where its prices and rates are from. The average
 * price of cash is a rate in the contract's currency; the other prices are in the instrument's.
 */
function fileColumns(
  t: Translate,
  { contractCurrency, valuationDay }: PortfolioTotals,
  clientNumber: string | null,
): Column<InstrumentRow>[] {
  const ofQuote = (id: "priceQuote" | "fixingQuote", of: "price" | "rate"): Column<InstrumentRow>[] => [
    {
      id: `${of}Day`,
      header: t(`portfolios.file.${of}Day`),
      value: (row) => row[id]?.day,
      fileOnly: true,
    },
    {
      id: `${of}Source`,
      header: t(`portfolios.file.${of}Source`),
      value: (row) => row[id] && sourceText(t, row[id].source),
      fileOnly: true,
    },
  ];
  return [
    {
      id: "averageIn",
      header: t("portfolios.file.averageIn"),
      value: (row) => (row.type === 9 ? contractCurrency : row.instrumentCurrency),
      fileOnly: true,
    },
    {
      id: "clientNumber",
      header: t("portfolios.file.clientNumber"),
      value: () => clientNumber,
      total: clientNumber,
      fileOnly: true,
    },
    {
      id: "valuationDay",
      header: t("portfolios.file.valuationDay"),
      value: () => valuationDay,
      total: valuationDay,
      fileOnly: true,
    },
    { id: "isin", header: t("portfolios.file.isin"), value: (row) => row.isin, fileOnly: true },
    ...ofQuote("priceQuote", "price"),
    ...ofQuote("fixingQuote", "rate"),
  ];
}

function useColumns(totals: PortfolioTotals, clientNumber: string | null): Column<InstrumentRow>[] {
  const t = useText();
  return useMemo(() => {
    const { contractCurrency, valuationDay } = totals;
    /** The header of an amount in the contract's currency, and its total. */
    const inContract = (id: "totalInvested" | "currentValue" | "returnVal") => ({
      currency: () => contractCurrency,
      fileHeader: `${t(`portfolios.holdings.${id}`)}, ${contractCurrency}`,
      total: lacksFigures(totals) ? t("portfolios.totals.incomplete") : plainAmount(totals[id] ?? 0, contractCurrency),
    });
    const figure = (id: RowFigure, more: Partial<Column<InstrumentRow>> = {}): Column<InstrumentRow> => ({
      id,
      header: t(`portfolios.holdings.${id as "fixing"}`),
      numeric: true,
      value: (row) => row[id],
      cell: (row) =>
        figureCell(
          row,
          id,
          <>
            <Money bare amount={row[id]} {...writingOf(row, id, contractCurrency)} />
            {more.phone && <span className={styles.currency}> {contractCurrency}</span>}
          </>,
        ),
      ...more,
    });
    return [
      {
        id: "name",
        header: t("portfolios.holdings.name"),
        value: (row) => row.name,
        total: t("portfolios.holdings.total"),
        cell: (row) => <HoldingName row={row} valuationDay={valuationDay} />,
        phone: "title",
      },
      { id: "ticker", header: t("portfolios.holdings.ticker"), value: (row) => row.ticker, folded: true },
      {
        id: "type",
        header: t("portfolios.holdings.type"),
        value: (row) => t(`portfolios.holdings.type${row.type}`),
        folded: true,
      },
      {
        id: "instrumentCurrency",
        header: t("portfolios.holdings.instrumentCurrency"),
        value: (row) => row.instrumentCurrency,
        cell: (row) => <CurrencyCode code={row.instrumentCurrency} />,
      },
      figure("fixing", {
        fileHeader: t("portfolios.file.rateIn", { what: t("portfolios.holdings.fixing"), currency: contractCurrency }),
      }),
      {
        id: "ownedShares",
        header: t("portfolios.holdings.ownedShares"),
        numeric: true,
        currency: (row) => (row.type === 9 ? row.instrumentCurrency : null),
        value: (row) => row.ownedShares,
        cell: (row) =>
          figureCell(
            row,
            "ownedShares",
            row.type === 9 ? (
              <Money bare amount={row.ownedShares} currency={row.instrumentCurrency} />
            ) : (
              <Quantity value={row.ownedShares} />
            ),
          ),
      },
      figure("avgBuyPrice"),
      figure("currentPrice", {
        fileHeader: t("portfolios.file.ofInstrument", { what: t("portfolios.holdings.currentPrice") }),
      }),
      figure("currentPriceInCtrCurrency", {
        header: t("portfolios.holdings.currentPriceInCtrCurrency", { currency: contractCurrency }),
      }),
      figure("totalInvested", inContract("totalInvested")),
      figure("currentValue", { phone: "key", ...inContract("currentValue") }),
      {
        id: "returnVal",
        header: t("portfolios.holdings.returnVal"),
        numeric: true,
        ...inContract("returnVal"),
        value: (row) => row.returnVal,
        cell: (row) =>
          figureCell(row, "returnVal", <Money bare result amount={row.returnVal} currency={contractCurrency} />),
      },
      {
        id: "returnPercent",
        header: t("portfolios.holdings.returnPercent"),
        numeric: true,
        phone: "key",
        value: (row) => row.returnPercent,
        total: totals.returnPercent,
        cell: (row) => figureCell(row, "returnPercent", <Percent result value={row.returnPercent} />),
      },
      ...fileColumns(t, totals, clientNumber),
    ];
  }, [t, totals, clientNumber]);
}

interface HoldingsTableProps {
  rows: readonly InstrumentRow[];
  totals: PortfolioTotals;
  clientNumber: string | null;
  onOpen: (row: InstrumentRow) => void;
  pointed: string | undefined;
  onPoint: (key: string | undefined) => void;
}

export const HoldingsTable = memo(function HoldingsTable({
  rows,
  totals,
  clientNumber,
  onOpen,
  pointed,
  onPoint,
}: HoldingsTableProps) {
  const t = useText();
  const columns = useColumns(totals, clientNumber);
  const returnBecause = useReturnBecause();
  const point = (target: EventTarget) =>
    onPoint((target as Element).closest("tr")?.querySelector<HTMLElement>("[data-row]")?.dataset["row"]);
  const sum = (content: ReactNode) => (lacksFigures(totals) ? t("portfolios.totals.incomplete") : content);
  return (
    <div
      className={styles.holdings}
      onPointerOver={(event) => point(event.target)}
      onPointerLeave={() => onPoint(undefined)}
      onFocus={(event) => point(event.target)}
      onBlur={() => onPoint(undefined)}
    >
      <DataTable
        label={t("portfolios.holdings.title")}
        columns={columns}
        rows={rows}
        rowId={(row) => row.key}
        initialSort={{ column: "currentValue", descending: true }}
        onOpen={onOpen}
        openRow={pointed}
        exportName={["portfolio", clientNumber, totals.valuationDay].filter((part) => part !== null).join("-")}
        empty={<Empty title={t("portfolios.holdings.none")} />}
        footer={{
          name: t("portfolios.holdings.total"),
          totalInvested: sum(<Money bare amount={totals.totalInvested} currency={totals.contractCurrency} />),
          currentValue: sum(<Money bare amount={totals.currentValue} currency={totals.contractCurrency} />),
          returnVal: sum(<Money bare result amount={totals.returnVal} currency={totals.contractCurrency} />),
          returnPercent: sum(<Percent result value={totals.returnPercent} because={returnBecause(totals)} />),
        }}
      />
    </div>
  );
});

/** All holdings with the specification's columns; a row opens its drawer and points at its slice. */
import type { InstrumentRow, ProvableFigure } from "@portico/api/portfolios.ts";
import { type ReactNode, useMemo } from "react";
import { DataTable } from "../ui/data-table.tsx";
import { Money, Percent, Quantity, Unavailable } from "../ui/figures.tsx";
import { Empty } from "../ui/states.tsx";
import type { Column } from "../ui/table-column.ts";
import { useText } from "../ui/text.tsx";
import { lacksFigures, useBecause } from "./gap-text.ts";
import styles from "./holdings.module.css";
import type { PortfolioTotals } from "./portfolio-state.ts";
import { ProofFigure } from "./proof-figure.tsx";

/** A figure of a row without its currency, which the header names; why it is missing is said, not shown. */
function Cell({ row, figure, children }: { row: InstrumentRow; figure: ProvableFigure; children: ReactNode }) {
  const because = useBecause()(row.gaps);
  const missing = figure in row && row[figure as keyof InstrumentRow] === null;
  return (
    <ProofFigure figure={figure} rowKey={row.key} name={row.name}>
      {missing ? <Unavailable because={<span className="visually-hidden">{because}</span>} /> : children}
    </ProofFigure>
  );
}

function useColumns(contractCurrency: string): Column<InstrumentRow>[] {
  const t = useText();
  return useMemo(() => {
    const figure = (
      id: "avgBuyPrice" | "currentPrice" | "currentPriceInCtrCurrency" | "totalInvested" | "currentValue" | "fixing",
      more: Partial<Column<InstrumentRow>> & { price?: boolean } = {},
    ): Column<InstrumentRow> => ({
      id,
      header: t(`portfolios.holdings.${id as "fixing"}`),
      numeric: true,
      value: (row) => row[id],
      cell: (row) => (
        <Cell row={row} figure={id}>
          <Money amount={row[id]} currency="" price={more.price ?? false} />
          {more.phone && <span className={styles.currency}> {contractCurrency}</span>}
        </Cell>
      ),
      ...more,
    });
    return [
      {
        id: "name",
        header: t("portfolios.holdings.name"),
        value: (row) => row.name,
        cell: (row) => (
          <span data-row={row.key}>
            {row.name}
            <small className={styles.under}>
              {[row.ticker, t(`portfolios.holdings.type${row.type}`)].filter(Boolean).join(" · ")}
            </small>
          </span>
        ),
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
      },
      figure("fixing", { price: true }),
      {
        id: "ownedShares",
        header: t("portfolios.holdings.ownedShares"),
        numeric: true,
        value: (row) => row.ownedShares,
        cell: (row) => (
          <Cell row={row} figure="ownedShares">
            {row.type === 9 ? <Money amount={row.ownedShares} currency="" /> : <Quantity value={row.ownedShares} />}
          </Cell>
        ),
      },
      figure("avgBuyPrice"),
      figure("currentPrice"),
      figure("currentPriceInCtrCurrency", {
        header: t("portfolios.holdings.currentPriceInCtrCurrency", { currency: contractCurrency }),
      }),
      figure("totalInvested"),
      figure("currentValue", { phone: "key" }),
      {
        id: "returnVal",
        header: t("portfolios.holdings.returnVal"),
        numeric: true,
        value: (row) => row.returnVal,
        cell: (row) => (
          <Cell row={row} figure="returnVal">
            <Money result amount={row.returnVal} currency="" />
          </Cell>
        ),
      },
      {
        id: "returnPercent",
        header: t("portfolios.holdings.returnPercent"),
        numeric: true,
        phone: "key",
        value: (row) => row.returnPercent,
        cell: (row) => (
          <Cell row={row} figure="returnPercent">
            <Percent result value={row.returnPercent} />
          </Cell>
        ),
      },
    ];
  }, [t, contractCurrency]);
}

interface HoldingsTableProps {
  rows: readonly InstrumentRow[];
  totals: PortfolioTotals;
  onOpen: (row: InstrumentRow) => void;
  pointed: string | undefined;
  onPoint: (key: string | undefined) => void;
}

export function HoldingsTable({ rows, totals, onOpen, pointed, onPoint }: HoldingsTableProps) {
  const t = useText();
  const columns = useColumns(totals.contractCurrency);
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
        exportName={`portfolio-${totals.valuationDay}`}
        empty={<Empty title={t("portfolios.holdings.none")} />}
        footer={{
          name: t("portfolios.holdings.total"),
          totalInvested: sum(<Money amount={totals.totalInvested} currency="" />),
          currentValue: sum(<Money amount={totals.currentValue} currency="" />),
          returnVal: sum(<Money result amount={totals.returnVal} currency="" />),
          returnPercent: sum(<Percent result value={totals.returnPercent} />),
        }}
      />
    </div>
  );
}

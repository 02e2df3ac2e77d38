/** A client's figures and holdings for staff: of now, or of a former day. */
import type { InstrumentRow, Portfolio } from "@portico/api/portfolios.ts";
import { useMemo } from "react";
import { DataTable } from "../../ui/data-table.tsx";
import { Money, Percent, Quantity } from "../../ui/figures.tsx";
import { Notice } from "../../ui/notice.tsx";
import { StatTile, StatTiles } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { lacksFigures, useBecause, useReturnBecause } from "../gap-text.ts";
import { HoldingName } from "../holdings/holding-name.tsx";
import { useValuedOn } from "../holdings/valued-on.ts";
import { PortfolioNotices } from "../portfolio-notices.tsx";
import type { HoldingMark } from "./holding-marks.tsx";

/** The file of the holdings: its name, and the time as of which they are known; null for those of now. */
export interface HoldingsFile {
  name: string;
  known: string | null;
}

/** What makes figures incomplete or unusual. */
export function PortfolioWarnings({ data }: { data: Portfolio }) {
  const t = useText();
  return (
    <>
      <PortfolioNotices totals={data} />
      {data.cashBelowZero && <Notice tone="attention">{t("admin.client.cashBelowZero")}</Notice>}
    </>
  );
}

interface HoldingsViewProps {
  data: Portfolio;
  file: HoldingsFile;
  /** What stands under the name of a holding. */
  mark?: HoldingMark;
}

export function HoldingsView({ data, file, mark }: HoldingsViewProps) {
  const t = useText();
  const valuedOn = useValuedOn(data);
  const currency = data.contractCurrency;
  const columns = useColumns(data, file.known, mark);
  const because = useBecause()(data.gaps);
  const returnBecause = useReturnBecause();
  const incomplete = lacksFigures(data) && `${t("portfolios.totals.incomplete")} · `;
  return (
    <>
      <PortfolioWarnings data={data} />
      <StatTiles>
        <StatTile label={t("portfolios.totals.currentValue")} note={[incomplete, valuedOn]}>
          <Money amount={data.currentValue} currency={currency} because={because} />
        </StatTile>
        <StatTile label={t("portfolios.totals.totalInvested")}>
          <Money amount={data.totalInvested} currency={currency} because={because} />
        </StatTile>
        <StatTile
          label={t("portfolios.totals.returnVal")}
          note={<Percent result value={data.returnPercent} because={returnBecause(data)} />}
        >
          <Money result amount={data.returnVal} currency={currency} because={because} />
        </StatTile>
      </StatTiles>
      <DataTable
        label={t("portfolios.holdings.title")}
        columns={columns}
        rows={data.instruments}
        rowId={(row) => row.key}
        initialSort={{ column: "currentValue", descending: true }}
        exportName={file.name}
      />
    </>
  );
}

function useColumns(
  { contractCurrency, valuationDay }: Portfolio,
  known: string | null,
  mark: HoldingMark | undefined,
): Column<InstrumentRow>[] {
  const t = useText();
  const returnBecause = useReturnBecause();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("portfolios.holdings.name"),
        value: (row) => row.name,
        cell: (row) => (
          <>
            <HoldingName row={row} valuationDay={valuationDay} />
            {mark?.(row)}
          </>
        ),
        phone: "title",
      },
      {
        id: "ownedShares",
        header: t("portfolios.holdings.ownedShares"),
        numeric: true,
        value: (row) => row.ownedShares,
        cell: (row) =>
          row.type === 9 ? (
            <Money amount={row.ownedShares} currency={row.ticker} />
          ) : (
            <Quantity value={row.ownedShares} />
          ),
      },
      {
        id: "currentValue",
        header: t("portfolios.holdings.currentValue"),
        fileHeader: `${t("portfolios.holdings.currentValue")}, ${contractCurrency}`,
        currency: () => contractCurrency,
        numeric: true,
        phone: "key",
        value: (row) => row.currentValue,
        cell: (row) => <Money amount={row.currentValue} currency={contractCurrency} />,
      },
      {
        id: "returnPercent",
        header: t("portfolios.holdings.returnPercent"),
        numeric: true,
        phone: "key",
        value: (row) => row.returnPercent,
        cell: (row) => <Percent result value={row.returnPercent} because={returnBecause(row)} />,
      },
      { id: "isin", header: t("portfolios.file.isin"), value: (row) => row.isin, fileOnly: true },
      { id: "valuationDay", header: t("portfolios.file.valuationDay"), value: () => valuationDay, fileOnly: true },
      ...(known === null ? [] : [{ id: "known", header: t("admin.asOf.known"), value: () => known, fileOnly: true }]),
    ],
    [t, returnBecause, contractCurrency, valuationDay, known, mark],
  );
}

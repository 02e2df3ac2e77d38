/** Holdings of which everything is gone, with their realised result by both methods. */
import type { ClosedHoldingRow, Sales } from "@portico/api/portfolio-sales.ts";
import { useMemo } from "react";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordDay } from "../../ui/dates.tsx";
import { Money } from "../../ui/figures.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { useBecause } from "../gap-text.ts";
import { type DayRange, rangeFileName } from "../performance/ranges.ts";

function useColumns({ contractCurrency }: Sales): Column<ClosedHoldingRow>[] {
  const t = useText();
  const because = useBecause();
  return useMemo(() => {
    const day = (id: "from" | "to"): Column<ClosedHoldingRow> => ({
      id,
      header: t(`portfolios.closed.${id}`),
      value: (row) => row[id],
      cell: (row) => <RecordDay day={row[id]} />,
    });
    const gain = (id: "fifo" | "average"): Column<ClosedHoldingRow> => ({
      id,
      header: t(`portfolios.closed.${id}`),
      fileHeader: t("portfolios.sales.in", { what: t(`portfolios.closed.${id}`), currency: contractCurrency }),
      numeric: true,
      currency: () => contractCurrency,
      value: (row) => row.gain[id],
      cell: (row) => (
        <Money amount={row.gain[id]} currency={contractCurrency} bare result because={because(row.gaps)} />
      ),
      phone: "key",
    });
    return [
      { id: "name", header: t("portfolios.entry.name"), value: (row) => row.name, phone: "title" },
      { id: "isin", header: t("portfolios.file.isin"), value: (row) => row.isin, fileOnly: true, sortable: false },
      {
        id: "summary",
        header: t("portfolios.entry.description"),
        value: () => null,
        cell: (row) => `${row.from} – ${row.to}`,
        phone: "line",
        phoneOnly: true,
      },
      day("from"),
      day("to"),
      gain("fifo"),
      gain("average"),
    ];
  }, [t, because, contractCurrency]);
}

export function ClosedTable({ data, range }: { data: Sales; range: DayRange }) {
  const t = useText();
  return (
    <DataTable
      label={t("portfolios.closed.title")}
      columns={useColumns(data)}
      rows={data.closed}
      rowId={(row) => `${row.instrumentId} ${row.from} ${row.to}`}
      initialSort={{ column: "to", descending: true }}
      exportName={(rows) =>
        rangeFileName(
          "closed",
          range,
          rows.map(({ to }) => to),
        )
      }
      twoLines
    />
  );
}

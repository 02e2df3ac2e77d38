/** The file of the returns by month and year. */
import { useMemo } from "react";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import type { Period } from "./periods.ts";

export function useMonthColumns(benchmarkName: string | null): Column<Period>[] {
  const t = useText();
  return useMemo(() => {
    const figure = (id: "percent" | "benchmark" | "excess", header: string): Column<Period> => ({
      id,
      header,
      numeric: true,
      value: (period) => period[id],
    });
    return [
      { id: "year", header: t("portfolios.returns.year"), value: ({ year }) => String(year) },
      { id: "month", header: t("portfolios.returns.month"), value: ({ month }) => month && String(month) },
      { id: "from", header: t("portfolios.range.from"), value: ({ from }) => from },
      { id: "to", header: t("portfolios.range.to"), value: ({ to }) => to },
      figure("percent", t("portfolios.returns.ownFile")),
      ...(benchmarkName === null
        ? []
        : [
            figure("benchmark", t("portfolios.returns.benchmarkFile", { name: benchmarkName })),
            figure("excess", t("portfolios.returns.excessFile", { name: benchmarkName })),
          ]),
      {
        id: "isPartial",
        header: t("portfolios.returns.partialFile"),
        value: ({ isPartial }) => (isPartial ? t("portfolios.returns.yes") : ""),
      },
    ];
  }, [t, benchmarkName]);
}

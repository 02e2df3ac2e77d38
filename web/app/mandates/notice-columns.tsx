/** Notices of falls as columns of a table. */
import type { FallNotice } from "@portico/api/mandates.ts";
import { useMemo } from "react";
import { RecordDay, RecordTime } from "../ui/dates.tsx";
import { formatDay, formatMoney, formatPercent } from "../ui/format.ts";
import type { Column } from "../ui/table-column.ts";
import { useLanguage, useText } from "../ui/text.tsx";

export function useNoticeColumns<Row extends FallNotice>(): Column<Row>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo((): Column<Row>[] => {
    const whatOf = ({ instrument }: Row): string => instrument?.name ?? t("reports.falls.whole");
    const dayColumn = (id: "reached" | "due" | "periodFrom", header: string): Column<Row> => ({
      id,
      header,
      value: (row) => row[id],
      cell: (row) => <RecordDay day={row[id]} />,
    });
    const amountColumn = (id: "base" | "value"): Column<Row> => ({
      id,
      header: t(`reports.falls.${id}`),
      value: (row) => row[id],
      cell: (row) => formatMoney(language, row[id], row.currency),
      numeric: true,
    });
    return [
      { id: "what", header: t("reports.falls.what"), value: whatOf, phone: "title" },
      {
        id: "line",
        header: t("reports.falls.fall"),
        value: () => null,
        cell: (row) =>
          t("reports.falls.line", {
            what: formatMoney(language, row.value, row.currency),
            fall: formatPercent(language, row.fall),
            day: formatDay(language, row.reached),
          }),
        phone: "line",
        phoneOnly: true,
      },
      {
        id: "threshold",
        header: t("reports.falls.threshold"),
        value: ({ threshold }) => threshold,
        cell: ({ threshold }) => `${threshold} %`,
        numeric: true,
        phone: "key",
      },
      dayColumn("reached", t("reports.falls.reached")),
      dayColumn("due", t("reports.falls.due")),
      dayColumn("periodFrom", t("reports.falls.period")),
      amountColumn("base"),
      amountColumn("value"),
      {
        id: "fall",
        header: t("reports.falls.fall"),
        value: ({ fall }) => fall,
        cell: ({ fall }) => formatPercent(language, fall),
        numeric: true,
      },
      {
        id: "told",
        header: t("reports.falls.told"),
        value: ({ toldAt }) => toldAt,
        cell: ({ toldAt }) => <RecordTime at={toldAt} />,
      },
    ];
  }, [t, language]);
}

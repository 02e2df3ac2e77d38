/** When an entry was booked. */
import { useMemo } from "react";
import { useRootData } from "../../shell/layouts/brand.ts";
import { EntryTime } from "../../ui/dates.tsx";
import { formatFileTime } from "../../ui/format.ts";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";

/** In the firm's time zone: an entry without a time is the first moment of its day there, and another day elsewhere. */
export function useDateColumn<Row extends { date: string }>(): Column<Row> {
  const t = useText();
  const { timeZone } = useRootData();
  return useMemo(
    () => ({
      id: "date",
      header: t("portfolios.entry.date"),
      fileHeader: `${t("portfolios.entry.date")} (${timeZone})`,
      value: ({ date }) => formatFileTime(date, timeZone),
      cell: ({ date }) => <EntryTime at={date} timeZone={timeZone} />,
    }),
    [t, timeZone],
  );
}

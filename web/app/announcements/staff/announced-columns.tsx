/** What is announced for a unit of an instrument, as columns of a table. */
import type { AnnouncementPreview } from "@portico/api/announcements.ts";
import { useMemo } from "react";
import { RecordDay } from "../../ui/dates.tsx";
import { formatDay, formatExact } from "../../ui/format.ts";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";

type Announced = Omit<AnnouncementPreview["fresh"][number], "line">;

export function useAnnouncedColumns<Row extends Announced>(): Column<Row>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo((): Column<Row>[] => {
    const kindOf = ({ kind }: Row) => t(`admin.announcements.kind.${kind}`);
    const dayColumn = (id: "exDay" | "recordDay" | "payDay"): Column<Row> => ({
      id,
      header: t(`admin.announcements.${id}`),
      value: (row) => row[id],
      cell: (row) => {
        const day = row[id];
        return day === null ? "–" : <RecordDay day={day} />;
      },
    });
    return [
      { id: "name", header: t("admin.announcements.instrument"), value: ({ name }) => name, phone: "title" },
      { id: "isin", header: t("admin.announcements.isin"), value: ({ isin }) => isin },
      { id: "kind", header: t("admin.announcements.kind"), value: kindOf },
      {
        id: "line-of-days",
        header: t("admin.announcements.exDay"),
        value: () => null,
        cell: (row) =>
          t("admin.announcements.days", {
            kind: kindOf(row),
            exDay: formatDay(language, row.exDay),
            payDay: formatDay(language, row.payDay),
          }),
        phone: "line",
        phoneOnly: true,
      },
      dayColumn("exDay"),
      dayColumn("recordDay"),
      dayColumn("payDay"),
      {
        id: "amount",
        header: t("admin.announcements.amount"),
        value: ({ amount }) => amount,
        cell: ({ amount, currency }) => `${formatExact(language, amount)} ${currency}`,
        numeric: true,
        phone: "key",
      },
      { id: "currency", header: t("admin.announcements.currency"), value: ({ currency }) => currency, fileOnly: true },
    ];
  }, [t, language]);
}

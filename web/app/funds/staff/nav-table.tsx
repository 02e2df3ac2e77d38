/** The NAVs of a fund by day, the newest first, with who supplied each and what was corrected. */
import type { NavSeries } from "@portico/api/funds.ts";
import { useMemo } from "react";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { RecordDay } from "../../ui/dates.tsx";
import { formatExact, formatRecordTime } from "../../ui/format.ts";
import { type Language, type Translate, useLanguage, useText } from "../../ui/text.tsx";
import type { OpenedFund } from "./use-target.ts";

interface Row {
  day: string;
  value: string;
  source: string;
  /** What was stored before, why and by whom; empty for a value as it came. */
  correction: string;
}

/** Days on the page at first. */
const step = 20;

const columnsOf = (t: Translate, language: Language, currency: string): Column<Row>[] => [
  {
    id: "day",
    header: t("admin.funds.navDay"),
    value: ({ day }) => day,
    cell: ({ day }) => <RecordDay day={day} />,
    phone: "title",
  },
  {
    id: "value",
    header: `${t("admin.funds.nav")}, ${currency}`,
    numeric: true,
    value: ({ value }) => value,
    cell: ({ value }) => formatExact(language, value),
    phone: "key",
  },
  { id: "source", header: t("admin.funds.navSource"), value: ({ source }) => source, phone: "key" },
  { id: "correction", header: t("admin.funds.correction"), value: ({ correction }) => correction, sortable: false },
];

export function NavTable({ fund, series }: { fund: OpenedFund; series: NavSeries }) {
  const t = useText();
  const language = useLanguage();
  const rows = useMemo(() => {
    const corrections = Map.groupBy(fund.corrections, ({ day }) => day);
    const { days, values, sources, sourceOf } = series;
    return days
      .map(
        (day, place): Row => ({
          day,
          value: values[place] ?? "",
          source: sources[sourceOf[place] ?? -1] ?? "",
          correction: (corrections.get(day) ?? [])
            .map(({ before, reason, corrected_at: at, corrected_by: by }) =>
              t("admin.funds.navCorrection", {
                before: formatExact(language, before),
                reason,
                by,
                at: formatRecordTime(at),
              }),
            )
            .join("; "),
        }),
      )
      .toReversed();
  }, [t, language, fund.corrections, series]);
  const columns = useMemo(() => columnsOf(t, language, fund.currency), [t, language, fund.currency]);
  return (
    <DataTable
      dense
      label={t("admin.funds.navsByDay")}
      columns={columns}
      rows={rows}
      rowId={({ day }) => day}
      initialSort={{ column: "day", descending: true }}
      step={step}
      exportName={`nav-${fund.isin}`}
    />
  );
}

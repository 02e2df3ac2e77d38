/** What a report says otherwise than the one that it replaces. */
import type { ReportDetail } from "@portico/api/reports.ts";
import { placeOfChange, writeChanged } from "@portico/reports/changes.ts";
import type { Writing } from "@portico/reports/written.ts";
import { useMemo } from "react";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";

type Change = ReportDetail["changes"][number];

export function ReportChanges({
  report: { changes },
  replaces,
  writing,
}: {
  report: ReportDetail;
  replaces: number;
  writing: Writing;
}) {
  const t = useText();
  const number = String(replaces);
  const columns = useMemo(
    (): readonly Column<Change>[] => [
      {
        id: "what",
        header: t("reports.changes.what"),
        value: (change) => placeOfChange(writing, change),
        phone: "title",
        sortable: false,
      },
      ...(["before", "after"] as const).map(
        (when): Column<Change> => ({
          id: when,
          header: t(`reports.changes.${when}`),
          value: (change) => change[when],
          cell: (change) => writeChanged(writing, change, change[when]),
          numeric: true,
          phone: "key",
          sortable: false,
        }),
      ),
    ],
    [t, writing],
  );
  return (
    <Section
      title={t("reports.changes.title", { number })}
      hint={t("reports.changes.lead", { number })}
      actions={<LocaleLink to={`/reports/${replaces}`}>{t("reports.toFormer")}</LocaleLink>}
    >
      <DataTable
        label={t("reports.changes.title", { number })}
        columns={columns}
        rows={changes}
        rowId={(change) => JSON.stringify([change.part, change.row, change.field, change.before, change.after])}
      />
    </Section>
  );
}

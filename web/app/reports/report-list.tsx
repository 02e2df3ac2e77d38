/** A holder's reports as a table, on a phone in two lines each; each row leads to its report. */
import type { ReportRow } from "@portico/api/reports.ts";
import { type ReactNode, useMemo } from "react";
import type { PagedQuery } from "../shell/calls/query-states.tsx";
import { inLanguage } from "../shell/navigation/locale-link.tsx";
import { tablePages } from "../shell/table-pages.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { RecordMinute } from "../ui/dates.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { ReportBadge, reportStateText } from "./report-state.tsx";

interface ReportListProps {
  label: string;
  query: PagedQuery;
  /** Undefined while they load. */
  rows: readonly ReportRow[] | undefined;
  empty: ReactNode;
}

export function ReportList({ label, query, rows, empty }: ReportListProps) {
  const t = useText();
  const language = useLanguage();
  const columns = useColumns();
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowId={({ id }) => String(id)}
      linkTo={({ id }) => inLanguage(language, `/reports/${id}`)}
      empty={empty}
      twoLines
      {...tablePages(t, query)}
    />
  );
}

function useColumns(): readonly Column<ReportRow>[] {
  const t = useText();
  return useMemo(() => {
    const columns: readonly Column<ReportRow>[] = [
      {
        id: "kind",
        header: t("reports.list.report"),
        value: ({ kind }) => t(`reports.kind.${kind}`),
        phone: "title",
      },
      {
        id: "period",
        header: t("reports.list.period"),
        value: ({ from, to }) => (from === to ? to : `${from} – ${to}`),
        phone: "line",
      },
      { id: "language", header: t("reports.list.language"), value: ({ language }) => t(`shell.language.${language}`) },
      {
        id: "made",
        header: t("reports.list.made"),
        value: ({ askedAt, madeAt }) => madeAt ?? askedAt,
        cell: ({ askedAt, madeAt }) => <RecordMinute at={madeAt ?? askedAt} />,
      },
      {
        id: "gaps",
        header: t("reports.list.gaps"),
        value: ({ gaps }) => (gaps > 0 ? gaps : null),
        numeric: true,
      },
      {
        id: "state",
        header: t("reports.list.state"),
        value: (row) => reportStateText(t, row),
        cell: (row) => <ReportBadge report={row} />,
        phone: "key",
      },
    ];
    return columns.map((column) => ({ ...column, sortable: false }));
  }, [t]);
}

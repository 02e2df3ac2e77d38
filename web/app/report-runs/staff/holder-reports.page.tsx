/** What a client was sent of reports, for staff. */

import type { Answer } from "@portico/api/endpoint.ts";
import type { reportRuns } from "@portico/api/report-runs.ts";
import { useMemo } from "react";
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useHolderOfAddress, useHolderRecord } from "../../holders/staff/holder-address.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { StaffTable } from "../../shell/staff/lists/staff-table.tsx";
import { RecordMinute } from "../../ui/dates.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { AddresseeBadge } from "./run-texts.tsx";
import { useHolderReports } from "./use-report-runs.ts";

type Row = Answer<(typeof reportRuns)["listOfHolder"]>["reports"][number];

export default function HolderReportsPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { name, query: holderQuery } = useHolderRecord(holder);
  const query = useHolderReports(holder);
  const columns = useColumns();
  const title = t("admin.holder.section.reports");
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {name === undefined ? (
        <AwaitedHolder query={holderQuery} kind={holder.holderType} />
      ) : (
        <>
          <PageHead title={title}>{t("admin.runs.holder.lead")}</PageHead>
          <StaffTable
            query={query}
            label={title}
            columns={columns}
            rows={query.data?.rows}
            rowId={({ id }) => String(id)}
            pathOf={({ id }) => `/admin/${holder.holderType}/${holder.holderId}/reports/${id}`}
            empty={<Empty icon="report" title={t("admin.runs.holder.none")} />}
          />
        </>
      )}
    </>
  );
}

/** How far it came. */
function stateOf({ publishedAt, toldAt, undelivered, openedAt }: Row) {
  if (publishedAt === null) return null;
  if (openedAt !== null) return "opened";
  if (undelivered) return "undelivered";
  return toldAt === null ? "published" : "told";
}

function State({ row }: { row: Row }) {
  const t = useText();
  const state = stateOf(row);
  if (state !== null) return <AddresseeBadge state={state} />;
  return (
    <StatusBadge status="hidden" colour="orange">
      {t("admin.runs.holder.hidden")}
    </StatusBadge>
  );
}

function useColumns(): readonly Column<Row>[] {
  const t = useText();
  return useMemo(
    (): readonly Column<Row>[] => [
      { id: "report", header: t("admin.runs.report"), value: ({ kind }) => t(`reports.kind.${kind}`), phone: "title" },
      { id: "period", header: t("admin.runs.period"), value: ({ from, to }) => `${from} – ${to}`, phone: "line" },
      { id: "language", header: t("reports.list.language"), value: ({ language }) => t(`shell.language.${language}`) },
      {
        id: "state",
        header: t("admin.runs.stateHead"),
        value: (row) => t(`admin.runs.addressee.${stateOf(row) ?? "made"}`),
        cell: (row) => <State row={row} />,
        phone: "key",
      },
      {
        id: "published",
        header: t("admin.runs.publishedAt"),
        value: ({ publishedAt }) => publishedAt,
        cell: ({ publishedAt }) => publishedAt && <RecordMinute at={publishedAt} />,
      },
      {
        id: "opened",
        header: t("admin.runs.openedAt"),
        value: ({ openedAt }) => openedAt,
        cell: ({ openedAt }) => openedAt && <RecordMinute at={openedAt} />,
      },
      { id: "gaps", header: t("admin.runs.gaps"), value: ({ gaps }) => (gaps > 0 ? gaps : null), numeric: true },
      {
        id: "replaced",
        header: t("admin.runs.proof.replacedBy"),
        value: ({ replacedBy }) => replacedBy,
        numeric: true,
      },
    ],
    [t],
  );
}

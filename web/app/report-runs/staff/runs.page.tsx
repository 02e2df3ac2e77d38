/** Runs of reports, their schedules, and the proof of what was delivered. */
import type { ReportRun } from "@portico/api/report-runs.ts";
import { useMemo } from "react";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { StaffTable } from "../../shell/staff/lists/staff-table.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { ProofExport } from "./proof-export.tsx";
import { deliveredIn, RunBadge, runPath, whomText } from "./run-texts.tsx";
import { Schedules } from "./schedules.tsx";
import { useRuns } from "./use-report-runs.ts";

export default function RunsPage() {
  const t = useText();
  const canWork = useHasLevel("office");
  const query = useRuns();
  const columns = useColumns();
  const kinds = query.data?.pages[0]?.offer.kinds ?? [];
  return (
    <>
      <PageTitle>{t("admin.runs.title")}</PageTitle>
      <PageHead
        title={t("admin.runs.title")}
        actions={
          canWork && (
            <Button component={LocaleLink} to="/admin/reports/new">
              {t("admin.runs.new")}
            </Button>
          )
        }
      >
        {t("admin.runs.lead")}
      </PageHead>
      <Section title={t("admin.runs.list")}>
        <StaffTable
          query={query}
          label={t("admin.runs.list")}
          columns={columns}
          rows={query.data?.rows}
          rowId={({ id }) => String(id)}
          pathOf={({ id }) => runPath(id)}
          empty={
            <Empty icon="report" title={t("admin.runs.none")}>
              {t("admin.runs.noneExplain")}
            </Empty>
          }
        />
      </Section>
      <Schedules />
      {canWork && <ProofExport kinds={kinds} />}
    </>
  );
}

function useColumns(): readonly Column<ReportRun>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(
    () => [
      { id: "report", header: t("admin.runs.report"), value: ({ kind }) => t(`reports.kind.${kind}`), phone: "title" },
      { id: "period", header: t("admin.runs.period"), value: ({ from, to }) => `${from} – ${to}`, phone: "line" },
      { id: "whom", header: t("admin.runs.to"), value: (run) => whomText(t, language, run) },
      {
        id: "state",
        header: t("admin.runs.stateHead"),
        value: ({ state }) => t(`admin.runs.state.${state}`),
        cell: ({ state }) => <RunBadge state={state} />,
        phone: "key",
      },
      {
        id: "delivered",
        header: t("admin.runs.delivered"),
        value: ({ counts }) => deliveredIn(counts),
        cell: ({ counts, total }) => t("admin.runs.deliveredOf", { delivered: deliveredIn(counts), total }),
        numeric: true,
      },
      {
        id: "failed",
        header: t("admin.runs.failed"),
        value: ({ counts }) => counts.failed ?? 0,
        numeric: true,
      },
      {
        id: "started",
        header: t("admin.runs.started"),
        value: ({ startedAt }) => startedAt,
        cell: ({ startedAt }) => startedAt && <RecordTime at={startedAt} />,
      },
      {
        id: "by",
        header: t("admin.runs.by"),
        value: ({ startedBy, createdBy }) => startedBy ?? createdBy ?? t("admin.runs.bySchedule"),
      },
    ],
    [t, language],
  );
}

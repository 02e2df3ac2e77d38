/** What custodians state compared with the ledger: days, and breaks to work off. */
import type { Custodian } from "@portico/api/custodians.ts";
import type { ReconciledDay } from "@portico/api/reconciliation.ts";
import { useMemo } from "react";
import { SavedViews } from "../../saved-views/staff/saved-views.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { usePages } from "../../shell/calls/use-pages.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordDay } from "../../ui/dates.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { Breaks } from "./breaks.tsx";

const noCustodians: readonly Custodian[] = [];

export default function ReconciliationPage() {
  const t = useText();
  const custodians = useCall(useApi().custodians.list).data?.custodians ?? noCustodians;
  return (
    <>
      <PageTitle>{t("admin.reconciliation.title")}</PageTitle>
      <PageHead title={t("admin.reconciliation.title")}>{t("admin.reconciliation.about")}</PageHead>
      <Breaks custodians={custodians} views={<SavedViews list="breaks" />} />
      <Days />
    </>
  );
}

function useDayColumns(): Column<ReconciledDay>[] {
  const t = useText();
  return useMemo(
    (): Column<ReconciledDay>[] => [
      {
        id: "day",
        header: t("admin.reconciliation.day"),
        value: ({ day }) => day,
        cell: ({ day }) => <RecordDay day={day} />,
        phone: "title",
      },
      {
        id: "custodian",
        header: t("admin.custodians.custodian"),
        value: ({ custodian: { name } }) => name,
        phone: "line",
      },
      {
        id: "holders",
        header: t("admin.reconciliation.holders"),
        value: ({ holders }) => holders,
        numeric: true,
      },
      {
        id: "agreed",
        header: t("admin.reconciliation.agreed"),
        value: ({ agreed }) => agreed,
        numeric: true,
        phone: "key",
      },
      {
        id: "broken",
        header: t("admin.reconciliation.broken"),
        value: ({ broken }) => broken,
        numeric: true,
        phone: "key",
      },
      {
        id: "incomplete",
        header: t("admin.reconciliation.incomplete"),
        value: ({ incomplete }) => incomplete,
        numeric: true,
      },
    ],
    [t],
  );
}

function Days() {
  const t = useText();
  const query = usePages(useApi().reconciliation.listDays, { query: { limit: 50 } });
  const columns = useDayColumns();
  return (
    <Section title={t("admin.reconciliation.days")} hint={t("admin.reconciliation.daysHint")}>
      <DataTable
        dense
        label={t("admin.reconciliation.days")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ custodian, day }) => `${custodian.id} ${day}`}
        exportName="reconciliation-days"
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="info" title={t("admin.reconciliation.noDays")} />}
      />
      <ShowMore query={query} />
    </Section>
  );
}

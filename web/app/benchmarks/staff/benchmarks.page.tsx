/** The firm's benchmarks, and a new one. */
import type { BenchmarkRow } from "@portico/api/benchmarks.ts";
import { useMemo, useState } from "react";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { inLanguage, useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { HistoryButton } from "../../shell/staff/history/history-button.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordDay } from "../../ui/dates.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { BenchmarkForm } from "./benchmark-form.tsx";
import { useBenchmarks } from "./use-benchmarks.ts";

export default function BenchmarksPage() {
  const t = useText();
  const language = useLanguage();
  const navigate = useLocaleNavigate();
  const query = useBenchmarks();
  const columns = useColumns();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageTitle>{t("admin.benchmarks.title")}</PageTitle>
      <PageHead
        title={t("admin.benchmarks.title")}
        actions={
          <>
            <HistoryButton kind="benchmark" title={t("admin.benchmarks.title")} />
            {query.data?.can.create && <Button onClick={() => setAdding(true)}>{t("admin.benchmarks.add")}</Button>}
          </>
        }
      >
        {t("admin.benchmarks.about")}
      </PageHead>
      <DataTable
        dense
        label={t("admin.benchmarks.title")}
        columns={columns}
        rows={query.data?.benchmarks}
        rowId={({ id }) => String(id)}
        linkTo={({ id }) => inLanguage(language, `/admin/benchmarks/${id}`)}
        exportName="benchmarks"
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="target" title={t("admin.benchmarks.none")} />}
      />
      {isAdding && (
        <Dialog opened onClose={() => setAdding(false)} title={t("admin.benchmarks.add")} size="lg">
          <BenchmarkForm benchmark={undefined} onSaved={(id) => navigate(`/admin/benchmarks/${id}`)} />
        </Dialog>
      )}
    </>
  );
}

function useColumns(): readonly Column<BenchmarkRow>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(() => {
    const dayColumn = (id: "from" | "to", header: string): Column<BenchmarkRow> => ({
      id,
      header,
      value: (row) => row[id],
      cell: (row) => {
        const day = row[id];
        return day === null ? "–" : <RecordDay day={day} />;
      },
    });
    return [
      { id: "name", header: t("admin.benchmarks.name"), value: ({ name }) => name[language], phone: "title" },
      {
        id: "kind",
        header: t("admin.benchmarks.kind"),
        value: ({ kind }) => t(`admin.benchmarks.kind.${kind}`),
        phone: "key",
      },
      {
        id: "return",
        header: t("admin.benchmarks.returnKind"),
        value: ({ return_kind: kind }) => t(`admin.benchmarks.returnKind.${kind}`),
      },
      { id: "currency", header: t("admin.benchmarks.currency"), value: ({ currency }) => currency },
      dayColumn("from", t("admin.benchmarks.first")),
      dayColumn("to", t("admin.benchmarks.last")),
      {
        id: "assigned",
        header: t("admin.benchmarks.assigned"),
        value: ({ assigned }) => assigned,
        numeric: true,
        phone: "key",
      },
      {
        id: "state",
        header: t("admin.benchmarks.state"),
        value: ({ ended }) => t(ended ? "admin.benchmarks.ended" : "admin.benchmarks.offered"),
        cell: ({ ended }) => (
          <StatusBadge status={ended ? "ended" : "offered"} colour={ended ? "grey" : "green"}>
            {t(ended ? "admin.benchmarks.ended" : "admin.benchmarks.offered")}
          </StatusBadge>
        ),
      },
    ];
  }, [t, language]);
}

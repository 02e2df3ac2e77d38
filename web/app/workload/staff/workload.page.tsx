/** Who has what: what waits for the firm, by colleague and kind, why tickets are late, and the times of answers. */
import { type WorkKind, workKinds } from "@portico/api/rules/work-kinds.ts";
import { type ReactNode, useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { type Load, listOfWork, loadsOf } from "../../shell/staff/work-lists.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordMinute } from "../../ui/dates.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { AnswerTimes } from "./answer-times.tsx";
import { Figure } from "./figure.tsx";
import { LateTable } from "./late-table.tsx";

export default function WorkloadPage() {
  const t = useText();
  const query = useCall(useApi().workload.list);
  const { loads, all } = useMemo(() => loadsOf(query.data?.rows ?? []), [query.data]);
  const columns = useColumns(all);
  return (
    <>
      <PageTitle>{t("admin.workload.title")}</PageTitle>
      <PageHead title={t("admin.workload.title")}>{t("admin.workload.lead")}</PageHead>
      <Section title={t("admin.workload.waiting")}>
        <DataTable
          dense
          label={t("admin.workload.title")}
          columns={columns}
          rows={query.data && loads}
          rowId={({ person }) => String(person)}
          exportName="workload"
          {...(all && { footer: footerOf(columns, all) })}
          error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
          empty={<Empty icon="check" title={t("admin.workload.none")} />}
        />
      </Section>
      {query.data && query.data.late.length > 0 && <LateTable late={query.data.late} />}
      {useHasLevel("admin") && <AnswerTimes />}
    </>
  );
}

const footerOf = (columns: readonly Column<Load>[], all: Load): Record<string, ReactNode> =>
  Object.fromEntries(columns.map((column) => [column.id, column.cell ? column.cell(all) : column.value(all)]));

/** Kinds of which nothing waits have no column. */
function useColumns(all: Load | undefined): readonly Column<Load>[] {
  const t = useText();
  return useMemo(() => {
    const nameOf = ({ person, name }: Load) =>
      person === 0 ? t("admin.workload.nobody") : person < 0 ? t("admin.workload.all") : (name ?? "");
    const columnOf = (kind: WorkKind): Column<Load> => {
      const header = t(`admin.workload.kind.${kind}`);
      return {
        id: kind,
        header,
        value: ({ counts }) => counts[kind] ?? 0,
        cell: (load) => (
          <Figure
            count={load.counts[kind] ?? 0}
            to={listOfWork(kind, load.person < 0 ? undefined : load.person)}
            kind={header}
            name={nameOf(load)}
          />
        ),
        numeric: true,
        phone: "key",
      };
    };
    return [
      { id: "name", header: t("admin.workload.colleague"), value: nameOf, phone: "title" },
      ...workKinds.filter((kind) => (all?.counts[kind] ?? 0) > 0).map(columnOf),
      {
        id: "oldest",
        header: t("admin.workload.oldest"),
        value: ({ oldest }) => oldest,
        cell: ({ oldest }) => <RecordMinute at={oldest} />,
        phone: "key",
      },
    ];
  }, [t, all]);
}

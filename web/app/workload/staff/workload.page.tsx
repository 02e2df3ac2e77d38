/** Who has what: what waits for the firm, by colleague and kind, and the way to the times of answers. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { workKinds } from "@portico/api/rules/work-kinds.ts";
import { type ReactNode, useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import styles from "../../shell/staff/parts.module.css";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { type Load, listOfWork, loadsOf } from "../../shell/staff/work-lists.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordMinute } from "../../ui/dates.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";

export default function WorkloadPage() {
  const t = useText();
  const query = useCall(useApi().workload.list);
  const { loads, all } = useMemo(() => loadsOf(query.data?.rows ?? []), [query.data]);
  const columns = useColumns();
  return (
    <>
      <PageTitle>{t("admin.workload.title")}</PageTitle>
      <PageHead title={t("admin.workload.title")}>{t("admin.workload.lead")}</PageHead>
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
      {useHasLevel("admin") && <AnswerTimes />}
    </>
  );
}

const footerOf = (columns: readonly Column<Load>[], all: Load): Record<string, ReactNode> =>
  Object.fromEntries(columns.map((column) => [column.id, column.cell ? column.cell(all) : column.value(all)]));

function useColumns(): readonly Column<Load>[] {
  const t = useText();
  return useMemo(() => {
    const nameOf = ({ person, name }: Load) =>
      person === 0 ? t("admin.workload.nobody") : person < 0 ? t("admin.workload.all") : (name ?? "");
    return [
      { id: "name", header: t("admin.workload.colleague"), value: nameOf, phone: "title" },
      ...workKinds.map((kind): Column<Load> => {
        const header = t(`admin.workload.kind.${kind}`);
        return {
          id: kind,
          header,
          value: ({ counts }) => counts[kind] ?? 0,
          cell: (load) => {
            const count = load.counts[kind] ?? 0;
            const name = nameOf(load);
            return count === 0 ? (
              0
            ) : (
              <LocaleLink
                to={listOfWork(kind, load.person < 0 ? undefined : load.person)}
                aria-label={t("admin.workload.show", { kind: header, name, count: String(count) })}
              >
                {count}
              </LocaleLink>
            );
          },
          numeric: true,
          phone: "key",
        };
      }),
      {
        id: "oldest",
        header: t("admin.workload.oldest"),
        value: ({ oldest }) => oldest,
        cell: ({ oldest }) => <RecordMinute at={oldest} />,
        phone: "key",
      },
    ];
  }, [t]);
}

/** Twelve weeks with the current one. */
const trendDays = 84;

/** The report of what was promised and kept, as a head of service asks for it. */
function AnswerTimes() {
  const t = useText();
  const today = useFirmToday();
  const of = (by: "topic" | "person" | "week") =>
    `/admin/tickets/report?${new URLSearchParams({ by, from: addDays(today, 1 - trendDays), to: today })}`;
  return (
    <Section title={t("admin.workload.answers")}>
      <ul className={styles.list}>
        <li>
          <LocaleLink to={of("topic")}>{t("admin.workload.byTopic")}</LocaleLink>
        </li>
        <li>
          <LocaleLink to={of("person")}>{t("admin.workload.byColleague")}</LocaleLink>
        </li>
        <li>
          <LocaleLink to={of("week")}>{t("admin.workload.byWeek")}</LocaleLink>
        </li>
      </ul>
    </Section>
  );
}

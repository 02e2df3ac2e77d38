/** What was promised and kept in twelve weeks, week by week, and the way to the report by topic and colleague. */
import type { Answer } from "@portico/api/endpoint.ts";
import { keptPercent, type TicketPromiseKind, ticketPromiseKinds } from "@portico/api/rules/tickets.ts";
import type { tickets } from "@portico/api/tickets.ts";
import { useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatDay, formatPercent } from "../../ui/format.ts";
import { Facts, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { Figure } from "./figure.tsx";
import { listOfWeek, trendPeriod } from "./trend-weeks.ts";

type Week = Answer<(typeof tickets)["report"]>["weeks"][number];
interface Period {
  from: string;
  to: string;
}

const reportOf = (period: Period, more: Record<string, string>): string =>
  `/admin/tickets/report?${new URLSearchParams({ ...period, ...more })}`;

export function AnswerTimes() {
  const t = useText();
  const period = trendPeriod(useFirmToday());
  const query = useCall(useApi().tickets.report, { query: period });
  return (
    <Section title={t("admin.workload.answers")} hint={t("admin.workload.byWeek")}>
      <DataTable
        dense
        label={t("admin.workload.byWeek")}
        columns={useColumns(period)}
        rows={query.data?.weeks}
        rowId={({ week }) => week}
        exportName="tickets-by-week"
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="ticket" title={t("admin.ticketReport.none")} />}
      />
      <Facts>
        <LocaleLink to={reportOf(period, { by: "topic" })}>{t("admin.workload.byTopic")}</LocaleLink>
        <LocaleLink to={reportOf(period, { by: "person" })}>{t("admin.workload.byColleague")}</LocaleLink>
      </Facts>
    </Section>
  );
}

function useColumns({ from, to }: Period): readonly Column<Week>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(() => {
    const nameOf = ({ week }: Week) => t("admin.ticketReport.weekOf", { day: formatDay(language, week) });
    const opened = t("admin.workload.opened");
    const ofKind = (kind: TicketPromiseKind): Column<Week>[] => {
      const what = t(`tickets.clock.${kind}`);
      const late = t("admin.ticketReport.late", { what });
      return [
        {
          id: `${kind}.kept`,
          header: t("admin.ticketReport.kept", { what }),
          value: (row) => keptPercent(row[kind]),
          cell: (row) => {
            const percent = keptPercent(row[kind]);
            return percent === null ? "–" : formatPercent(language, percent, 1);
          },
          numeric: true,
          phone: "key",
        },
        {
          id: `${kind}.late`,
          header: late,
          value: (row) => row[kind].late + row[kind].overdue,
          cell: (row) => (
            <Figure
              count={row[kind].late + row[kind].overdue}
              to={reportOf({ from, to }, { by: "week", kind, key: row.week })}
              kind={late}
              name={nameOf(row)}
            />
          ),
          numeric: true,
          phone: "key",
        },
      ];
    };
    return [
      {
        id: "week",
        header: t("admin.ticketReport.by.week"),
        value: ({ week }) => week,
        cell: ({ week }) => formatDay(language, week),
        phone: "title",
      },
      {
        id: "opened",
        header: opened,
        value: (row) => row.opened,
        cell: (row) => <Figure count={row.opened} to={listOfWeek(row.week)} kind={opened} name={nameOf(row)} />,
        numeric: true,
        phone: "key",
      },
      ...ticketPromiseKinds.flatMap(ofKind),
    ];
  }, [t, language, from, to]);
}

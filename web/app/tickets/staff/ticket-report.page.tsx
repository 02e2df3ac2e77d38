/** First answer and resolution against what the firm promised, by topic, colleague and week; for administrators. */
import { NativeSelect, TextInput } from "@mantine/core";
import { addDays, daysBetween } from "@portico/api/rules/calendar.ts";
import { keptPercent, type TicketPromiseKind } from "@portico/api/rules/tickets.ts";
import type { TicketPromisesKept } from "@portico/api/tickets.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import lists from "../../shell/staff/lists/lists.module.css";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { formatMinutes } from "../../ui/durations.ts";
import { formatDay, formatPercent } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../tickets.module.css";
import { useTopics } from "../use-tickets.ts";
import { LateTickets } from "./late-tickets.tsx";
import { parseSelection, type ReportSelection, reportParts, reportPresets, toLateQuery } from "./report-period.ts";

interface ReportRow extends TicketPromisesKept {
  key: string;
  name: string;
}

export default function TicketReportPage() {
  const t = useText();
  const mayRead = useHasLevel("admin");
  return (
    <>
      <BackLink to="/admin/tickets">{t("tickets.title")}</BackLink>
      <PageTitle>{t("admin.ticketReport.title")}</PageTitle>
      <PageHead title={t("admin.ticketReport.title")}>{t("admin.ticketReport.lead")}</PageHead>
      {mayRead ? <Report /> : <Notice>{t("admin.ticketReport.adminsOnly")}</Notice>}
    </>
  );
}

function Report() {
  const t = useText();
  const [params] = useSearchParams();
  const selection = parseSelection(params, useFirmToday());
  const language = useLanguage();
  const { by, from, to, fault } = selection;
  const late = toLateQuery(selection);
  return (
    <>
      <Period selection={selection} />
      {!fault && (
        <p data-print-only>
          {formatDay(language, from)} – {formatDay(language, to)}
        </p>
      )}
      <SectionPicker
        label={t("admin.ticketReport.by")}
        current={by}
        sections={reportParts.map((id) => ({
          id,
          label: t(`admin.ticketReport.by.${id}`),
          to: addressOf(params, { by: id, kind: null, key: null }),
        }))}
      />
      {fault ? <Notice tone="failed">{t(`admin.ticketReport.fault.${fault}`)}</Notice> : <Kept selection={selection} />}
      {!fault && late && <LateTickets query={late} name={<RowName selection={selection} />} />}
    </>
  );
}

/** The address with these parameters; null removes one. */
function addressOf(params: URLSearchParams, changed: Record<string, string | null>): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changed))
    if (value === null) next.delete(name);
    else next.set(name, value);
  return `?${next}`;
}

function Period({ selection: { from, to } }: { selection: ReportSelection }) {
  const t = useText();
  const today = useFirmToday();
  const [params, setParams] = useSearchParams();
  const set = (changed: Record<string, string>) =>
    setParams(new URLSearchParams(addressOf(params, { ...changed, kind: null, key: null })), { replace: true });
  const preset = to === today ? reportPresets.find((days) => daysBetween(from, to) === days - 1) : undefined;
  return (
    <div className={lists.filters} data-no-print>
      <NativeSelect
        size="sm"
        label={t("admin.ticketReport.period")}
        value={preset ?? ""}
        onChange={({ currentTarget: { value } }) => {
          if (value !== "") set({ from: addDays(today, 1 - Number(value)), to: today });
        }}
        data={[
          ...(preset === undefined ? [{ value: "", label: t("admin.ticketReport.period.own") }] : []),
          ...reportPresets.map((days) => ({
            value: String(days),
            label: t("admin.ticketReport.period.days", { days }),
          })),
        ]}
      />
      {(["from", "to"] as const).map((side) => (
        <TextInput
          key={side}
          size="sm"
          type="date"
          label={t(`admin.ticketReport.${side}`)}
          max={today}
          value={side === "from" ? from : to}
          onChange={({ currentTarget: { value } }) => value !== "" && set({ from, to, [side]: value })}
        />
      ))}
    </div>
  );
}

function useReport(selection: ReportSelection) {
  const api = useApi();
  const { from, to } = selection;
  return useCall(api.tickets.report, { query: { from, to } }, { placeholderData: keepPreviousData });
}

/** The rows of the selected part. */
function useRows(selection: ReportSelection): { query: ReturnType<typeof useReport>; rows: ReportRow[] | undefined } {
  const t = useText();
  const language = useLanguage();
  const { nameOf } = useTopics();
  const query = useReport(selection);
  const { data } = query;
  const rows = useMemo(() => {
    if (!data) return undefined;
    if (selection.by === "topic")
      return data.topics.map((row) => ({ ...row, key: row.topic, name: nameOf(row.topic) || row.topic }));
    if (selection.by === "week")
      return data.weeks.map((row) => ({
        ...row,
        key: row.week,
        name: t("admin.ticketReport.weekOf", { day: formatDay(language, row.week) }),
      }));
    return data.people.map((row) => ({
      ...row,
      key: String(row.person ?? 0),
      name: row.name ?? t("admin.tickets.nobody"),
    }));
  }, [data, selection.by, nameOf, language, t]);
  return { query, rows };
}

function RowName({ selection }: { selection: ReportSelection }) {
  const t = useText();
  const { rows } = useRows(selection);
  const key = selection.late?.key ?? "";
  return <>{key === "" ? t("admin.ticketReport.all") : (rows?.find((row) => row.key === key)?.name ?? key)}</>;
}

function Kept({ selection }: { selection: ReportSelection }) {
  const t = useText();
  const { query, rows } = useRows(selection);
  const { by, from, to } = selection;
  const columns = useColumns(by);
  const all = query.data && { ...query.data.all, key: "", name: t("admin.ticketReport.all") };
  return (
    <div className={`${lists.list} ${styles.report}`} aria-busy={query.isPlaceholderData}>
      <DataTable
        dense
        label={t("admin.ticketReport.title")}
        columns={columns}
        rows={rows}
        rowId={({ key }) => key}
        exportName={`tickets-${by}-${from}-${to}`}
        {...(all && { footer: footerOf(columns, all) })}
        error={
          query.error
            ? { retry: () => void query.refetch(), retrying: query.isFetching, message: errorText(t, query.error) }
            : undefined
        }
        empty={<Empty icon="request" title={t("admin.ticketReport.none")} />}
      />
    </div>
  );
}

const footerOf = (columns: readonly Column<ReportRow>[], all: ReportRow): Record<string, ReactNode> =>
  Object.fromEntries(columns.map((column) => [column.id, column.cell ? column.cell(all) : column.value(all)]));

function useColumns(by: ReportSelection["by"]): readonly Column<ReportRow>[] {
  const t = useText();
  const language = useLanguage();
  const [params] = useSearchParams();
  return useMemo(() => {
    const ofKind = (kind: TicketPromiseKind): Column<ReportRow>[] => {
      const header = (name: "kept" | "keptInFile" | "inTime" | "late" | "open" | "median" | "medianInFile") =>
        t(`admin.ticketReport.${name}`, { what: t(`tickets.clock.${kind}`) });
      const lateOf = (row: ReportRow) => row[kind].late + row[kind].overdue;
      return [
        {
          id: `${kind}.kept`,
          header: header("kept"),
          fileHeader: header("keptInFile"),
          value: (row) => keptPercent(row[kind]),
          cell: (row) => {
            const percent = keptPercent(row[kind]);
            return percent === null ? "–" : formatPercent(language, percent, 1);
          },
          numeric: true,
          phone: "key",
        },
        { id: `${kind}.inTime`, header: header("inTime"), value: (row) => row[kind].in_time, numeric: true },
        {
          id: `${kind}.late`,
          header: header("late"),
          value: lateOf,
          cell: (row) =>
            lateOf(row) === 0 ? (
              0
            ) : (
              <Link to={addressOf(params, { by, kind, key: row.key })} preventScrollReset>
                {lateOf(row)}
                <span className="visually-hidden">
                  {" "}
                  {t("admin.ticketReport.showLate", { what: t(`tickets.clock.${kind}`), name: row.name })}
                </span>
              </Link>
            ),
          numeric: true,
          phone: "key",
        },
        { id: `${kind}.open`, header: header("open"), value: (row) => row[kind].open, numeric: true },
        {
          id: `${kind}.median`,
          header: header("median"),
          fileHeader: header("medianInFile"),
          value: (row) => row[kind].median,
          cell: (row) => {
            const { median } = row[kind];
            return median === null ? "–" : formatMinutes(language, median);
          },
          numeric: true,
        },
      ];
    };
    return [
      {
        id: "name",
        header: t(`admin.ticketReport.by.${by}`),
        // Weeks are sorted, and written to the file, by their first day.
        value: ({ name, key }) => (by === "week" && key !== "" ? key : name),
        // The header says that it is a week.
        cell: ({ name, key }) => (by === "week" && key !== "" ? formatDay(language, key) : name),
        phone: "title",
      },
      ...ofKind("firstAnswer"),
      ...ofKind("resolution"),
    ];
  }, [t, language, params, by]);
}

/** Who opened an up-to-date statement of assets in a quarter, and who did not: the evidence for leaving the paper out. */
import { NativeSelect } from "@mantine/core";
import type { StatementOpening } from "@portico/api/reports/statements.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { quarterOf } from "@portico/api/rules/report-periods.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { allRows, usePages } from "../../shell/calls/use-pages.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { SearchField } from "../../shell/search-field.tsx";
import styles from "../../shell/staff/lists/lists.module.css";
import { StaffTable } from "../../shell/staff/lists/staff-table.tsx";
import { useChangeParam } from "../../shell/staff/lists/use-change-param.ts";
import { RecordMinute } from "../../ui/dates.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Translate, useText } from "../../ui/text.tsx";

/** Rows of the CSV file at most; filters narrow a longer list. */
const exportLimit = 100_000;
/** Offered back from the present one. */
const quarters = 12;

const quarterText = (t: Translate, from: string): string =>
  t("reports.openings.quarterOf", { quarter: Math.ceil(Number(from.slice(5, 7)) / 3), year: from.slice(0, 4) });

/** First days of the quarters that are offered, the present one first. */
function quartersUntil(today: string): string[] {
  const starts = [quarterOf(today).from];
  while (starts.length < quarters) starts.push(quarterOf(addDays(starts.at(-1) ?? today, -1)).from);
  return starts;
}

function readFilter(params: URLSearchParams, offered: readonly string[]) {
  const opened = params.get("opened");
  return {
    quarter: offered.find((from) => from === params.get("quarter")) ?? offered[0] ?? "",
    search: params.get("search") ?? "",
    ...((opened === "yes" || opened === "no") && { opened: opened as "yes" | "no" }),
  };
}

const pathOf = ({ holderType, holderId }: StatementOpening): string =>
  holderType === "user" ? `/admin/user/${holderId}` : `/admin/company/${holderId}`;

export default function StatementOpeningsPage() {
  const t = useText();
  const api = useApi();
  const today = useFirmToday();
  const offered = useMemo(() => quartersUntil(today), [today]);
  const [params] = useSearchParams();
  const filter = readFilter(params, offered);
  const query = usePages(
    api.reports.listStatementOpenings,
    { query: { ...filter, limit: 50 } },
    { placeholderData: keepPreviousData },
  );
  const counts = query.data?.pages[0]?.counts;
  const columns = useColumns();
  const field = useRef<HTMLInputElement>(null);
  const change = useChangeParam();
  return (
    <>
      <PageTitle>{t("reports.openings.title")}</PageTitle>
      <PageHead title={t("reports.openings.title")}>{t("reports.openings.lead")}</PageHead>
      <search className={styles.filters} data-no-print>
        <SearchField
          label={t("reports.openings.search")}
          asked={filter.search}
          onChange={(search) => change("search", search || undefined)}
          field={field}
        />
        <NativeSelect
          size="sm"
          aria-label={t("reports.openings.quarter")}
          value={filter.quarter}
          data={offered.map((from) => ({ value: from, label: quarterText(t, from) }))}
          onChange={({ currentTarget: { value } }) => change("quarter", value === offered[0] ? undefined : value)}
        />
        <NativeSelect
          size="sm"
          aria-label={t("reports.openings.opened")}
          value={filter.opened ?? ""}
          data={[
            { value: "", label: t("reports.openings.all") },
            { value: "yes", label: t("reports.openings.yes") },
            { value: "no", label: t("reports.openings.no") },
          ]}
          onChange={({ currentTarget: { value } }) => change("opened", value || undefined)}
        />
      </search>
      <p className={styles.under}>
        <output>{counts && t("reports.openings.counts", counts)}</output>
        <span className={styles.keys} data-no-print>
          {t("admin.reviews.keys")}
        </span>
      </p>
      <StaffTable
        query={query}
        first={field}
        label={t("reports.openings.title")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ holderType, holderId }) => `${holderType} ${holderId}`}
        pathOf={pathOf}
        twoLines
        exportName={`statement-openings-${filter.quarter}`}
        exportRows={() =>
          allRows(api.reports.listStatementOpenings, { query: { ...filter, limit: 200 } }, { most: exportLimit })
        }
        empty={<Empty icon="search" title={t("reports.openings.none")} />}
      />
    </>
  );
}

function useColumns(): readonly Column<StatementOpening>[] {
  const t = useText();
  return useMemo(
    () => [
      { id: "number", header: t("reports.openings.number"), value: (row) => row.clientNumber, phone: "line" },
      { id: "name", header: t("reports.openings.client"), value: (row) => row.name, phone: "title" },
      {
        id: "opened",
        header: t("reports.openings.openedAt"),
        value: (row) => row.openedAt,
        cell: (row) => (row.openedAt === null ? t("reports.openings.not") : <RecordMinute at={row.openedAt} />),
        phone: "key",
      },
      { id: "by", header: t("reports.openings.openedBy"), value: (row) => row.openedBy },
      { id: "report", header: t("reports.openings.report"), value: (row) => row.reportId, numeric: true },
    ],
    [t],
  );
}

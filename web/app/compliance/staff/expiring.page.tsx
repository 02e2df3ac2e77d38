/** Whose papers expire soon. */
import type { ExpiringPaper } from "@portico/api/compliance.ts";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { useChangeParam } from "../../shell/staff/lists/use-change-param.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordDay, RecordTime } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { daysIn } from "./addresses.ts";
import { AnswerPage } from "./answer-page.tsx";
import styles from "./compliance.module.css";
import { DaysField } from "./days-field.tsx";
import { HolderCell } from "./holder-cell.tsx";

const inPlace = { replace: true, preventScrollReset: true };

export default function ExpiringPage() {
  const t = useText();
  return (
    <AnswerPage title={t("compliance.expiring.question")} hint={t("compliance.expiring.hint")}>
      <Papers />
    </AnswerPage>
  );
}

function Papers() {
  const t = useText();
  const [params] = useSearchParams();
  const days = daysIn(params.get("days"), 60);
  const change = useChangeParam(inPlace);
  const query = usePages(
    useApi().compliance.listExpiring,
    { query: { days, limit: 100 } },
    { enabled: useHasLevel("admin") },
  );
  return (
    <Section title={t("compliance.expiring.title", { days })}>
      <div className={styles.filters} data-no-print>
        <DaysField days={days} onChange={(value) => change("days", value)} />
      </div>
      <DataTable
        dense
        label={t("compliance.expiring.title", { days })}
        columns={useColumns()}
        rows={query.data?.rows}
        rowId={({ holder, kind, id }) => `${kind} ${holder.holder_type}/${holder.holder_id} ${id}`}
        exportName="expiring-papers"
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="check" title={t("compliance.expiring.none", { days })} />}
      />
      <ShowMore query={query} />
    </Section>
  );
}

function useColumns(): readonly Column<ExpiringPaper>[] {
  const t = useText();
  return useMemo(
    (): readonly Column<ExpiringPaper>[] => [
      {
        id: "expires",
        header: t("compliance.column.expires"),
        value: ({ expires }) => expires,
        cell: ({ expires }) => <RecordDay day={expires} />,
        phone: "key",
      },
      {
        id: "client",
        header: t("compliance.client"),
        value: ({ holder }) => holder.name,
        cell: ({ holder, kind }) => <HolderCell holder={holder} section={kind === "form" ? "profile" : "documents"} />,
        phone: "title",
      },
      {
        id: "paper",
        header: t("compliance.column.paper"),
        value: ({ title }) => title ?? t("compliance.expiring.form"),
        phone: "line",
      },
      {
        id: "asked",
        header: t("compliance.column.askedNew"),
        value: ({ askedAt }) => askedAt,
        cell: ({ askedAt }) => (askedAt === null ? "–" : <RecordTime at={askedAt} />),
      },
    ],
    [t],
  );
}

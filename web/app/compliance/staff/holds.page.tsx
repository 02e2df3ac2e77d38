/** Which legal holds stand, of all clients. */
import { NativeSelect } from "@mantine/core";
import type { ListedHold } from "@portico/api/data-rights.ts";
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
import { AnswerPage } from "./answer-page.tsx";
import styles from "./compliance.module.css";
import { HolderCell } from "./holder-cell.tsx";

const inPlace = { replace: true, preventScrollReset: true };

export default function HoldsPage() {
  const t = useText();
  return (
    <AnswerPage title={t("compliance.holds.question")} hint={t("compliance.holds.hint")}>
      <Holds />
    </AnswerPage>
  );
}

function Holds() {
  const t = useText();
  const [params] = useSearchParams();
  const show = params.get("show") === "all" ? "all" : "standing";
  const change = useChangeParam(inPlace);
  const query = usePages(
    useApi().dataRights.listHolds,
    { query: { show, limit: 100 } },
    { enabled: useHasLevel("admin") },
  );
  const title = t(`compliance.holds.${show}`);
  return (
    <Section title={title}>
      <div className={styles.filters} data-no-print>
        <NativeSelect
          size="sm"
          label={t("compliance.holds.show")}
          value={show}
          data={(["standing", "all"] as const).map((value) => ({ value, label: t(`compliance.holds.${value}`) }))}
          onChange={({ currentTarget: { value } }) => change("show", value === "all" ? value : undefined)}
        />
      </div>
      <DataTable
        dense
        label={title}
        columns={useColumns()}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        exportName="legal-holds"
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="check" title={t("compliance.holds.none")} />}
      />
      <ShowMore query={query} />
    </Section>
  );
}

function useColumns(): readonly Column<ListedHold>[] {
  const t = useText();
  return useMemo(
    (): readonly Column<ListedHold>[] => [
      {
        id: "client",
        header: t("compliance.client"),
        value: ({ holder }) => holder.name,
        cell: ({ holder }) => <HolderCell holder={holder} section="rights" />,
        phone: "title",
      },
      {
        id: "state",
        header: t("compliance.holds.state"),
        value: ({ state, isOver }) => t(isOver ? "compliance.holds.over" : `admin.rights.holdState.${state}`),
        phone: "key",
      },
      {
        id: "reason",
        header: t("compliance.holds.reason"),
        value: ({ reason }) => reason,
        cell: ({ reason }) => reason ?? "–",
        phone: "line",
      },
      {
        id: "ends",
        header: t("compliance.holds.ends"),
        value: ({ endsOn }) => endsOn,
        cell: ({ endsOn }) => (endsOn === null ? "–" : <RecordDay day={endsOn} />),
        phone: "key",
      },
      {
        id: "asked",
        header: t("compliance.column.asked"),
        value: ({ askedAt }) => askedAt,
        cell: ({ askedAt, askedBy }) => (
          <>
            <RecordTime at={askedAt} /> {askedBy?.name}
          </>
        ),
      },
      {
        id: "confirmed",
        header: t("compliance.holds.confirmed"),
        value: ({ placedAt }) => placedAt,
        cell: ({ placedAt, confirmedBy }) =>
          placedAt === null ? (
            "–"
          ) : (
            <>
              <RecordTime at={placedAt} /> {confirmedBy?.name}
            </>
          ),
      },
      {
        id: "lifted",
        header: t("compliance.holds.lifted"),
        value: ({ liftedAt }) => liftedAt,
        cell: ({ liftedAt, liftedBy, liftReason }) =>
          liftedAt === null ? (
            "–"
          ) : (
            <>
              <RecordTime at={liftedAt} /> {liftedBy?.name}: {liftReason}
            </>
          ),
        wideOnly: true,
      },
    ],
    [t],
  );
}

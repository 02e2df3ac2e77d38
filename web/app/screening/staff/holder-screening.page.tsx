/** The screening of a client: how it stands, candidates, and the runs as evidence. */
import type { Answer } from "@portico/api/endpoint.ts";
import { isOpenCandidate } from "@portico/api/rules/screening.ts";
import type { screening } from "@portico/api/screening.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useMemo } from "react";
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useHolderOfAddress, useHolderRecord } from "../../holders/staff/holder-address.ts";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { inLanguage } from "../../shell/navigation/locale-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordMinute } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { scoreText, useCandidateColumns } from "./candidate-columns.tsx";
import { useHolderScreening } from "./use-screening.ts";

type HolderScreening = Answer<(typeof screening)["ofHolder"]>;
type Run = HolderScreening["runs"][number];

export default function HolderScreeningPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { name, query } = useHolderRecord(holder);
  const mayRead = useHasLevel("office");
  return (
    <>
      <PageTitle>{t("admin.screening.title")}</PageTitle>
      {name === undefined ? (
        <AwaitedHolder query={query} kind={holder.holderType} />
      ) : (
        <>
          <PageHead title={t("admin.screening.title")}>{t("admin.screening.hint")}</PageHead>
          {mayRead ? <OfHolder holder={holder} /> : <Notice>{t("error.forbidden")}</Notice>}
        </>
      )}
    </>
  );
}

function OfHolder({ holder }: { holder: Holder }) {
  const t = useText();
  const language = useLanguage();
  const query = useHolderScreening(holder);
  const columns = useCandidateColumns();
  const again = useChange((api) => api.screening.screenNow({ params: holder, body: {} }));
  const { data } = query;
  if (!data) return <PendingQuery query={query} />;
  const { state, candidates, runs } = data;
  const count = candidates.filter(isOpenCandidate).length;
  return (
    <>
      <Section
        title={t(`admin.screening.holder.${state}`, { count })}
        {...(data.list !== null && { hint: t("admin.screening.fromList", { name: data.list }) })}
        actions={
          state !== "off" && (
            <Button
              size="sm"
              variant="default"
              loading={again.isPending}
              onClick={() =>
                again.mutate(undefined, { onSuccess: () => alert.success(t("admin.screening.holder.asked")) })
              }
            >
              {t("admin.screening.holder.now")}
            </Button>
          )
        }
      >
        <DataTable
          dense
          label={t("admin.screening.title")}
          columns={columns}
          rows={candidates}
          rowId={({ id }) => String(id)}
          linkTo={({ id }) => inLanguage(language, `/admin/screening/${id}`)}
          empty={<Empty icon="eye" title={t("admin.screening.noneDecided")} />}
        />
      </Section>
      <Runs runs={runs} />
    </>
  );
}

function useRunColumns() {
  const t = useText();
  const language = useLanguage();
  return useMemo(
    (): readonly Column<Run>[] => [
      { id: "name", header: t("admin.screening.ourName"), value: ({ name }) => name, phone: "title" },
      { id: "role", header: t("admin.screening.role"), value: ({ role }) => t(`admin.screening.role.${role}`) },
      { id: "list", header: t("admin.screening.lists.name"), value: ({ list }) => list, phone: "line" },
      {
        id: "found",
        header: t("admin.screening.holder.found"),
        value: ({ found }) => found,
        numeric: true,
        phone: "key",
      },
      {
        id: "best",
        header: t("admin.screening.holder.best"),
        value: ({ best }) => best,
        cell: ({ best }) => (best === null ? "–" : scoreText(language, best)),
        numeric: true,
      },
      {
        id: "at",
        header: t("admin.screening.holder.at"),
        value: ({ at }) => at,
        cell: ({ at }) => <RecordMinute at={at} />,
        phone: "key",
      },
    ],
    [t, language],
  );
}

function Runs({ runs }: { runs: readonly Run[] }) {
  const t = useText();
  const columns = useRunColumns();
  return (
    <Section title={t("admin.screening.holder.runs")}>
      <DataTable
        dense
        label={t("admin.screening.holder.runs")}
        columns={columns}
        rows={runs}
        rowId={({ id }) => String(id)}
        exportName="screening-runs"
        empty={<Empty icon="eye" title={t("admin.screening.holder.noRuns")} />}
      />
    </Section>
  );
}

/** One benchmark for staff: what it is, its values, and to whom it is offered. */
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { PendingQuery, ShowMore } from "../../shell/calls/query-states.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { HistoryButton } from "../../shell/staff/history/history-button.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordDay, RecordTime } from "../../ui/dates.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { formatDay, formatExact } from "../../ui/format.ts";
import { PageHead, Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { Assignments } from "./assignments.tsx";
import { BenchmarkForm } from "./benchmark-form.tsx";
import { contentOfChange, type FormerContent } from "./former-content.ts";
import styles from "./staff.module.css";
import { type OpenedBenchmark, useBenchmark, useValues } from "./use-benchmarks.ts";
import { ValuesUpload } from "./values-upload.tsx";

export default function BenchmarkPage() {
  const t = useText();
  const language = useLanguage();
  const query = useBenchmark(Number(useParams()["id"]));
  return (
    <>
      <BackLink to="/admin/benchmarks">{t("admin.benchmarks.title")}</BackLink>
      <PageTitle>{query.data?.name[language] ?? t("admin.benchmarks.title")}</PageTitle>
      {query.data ? <Opened benchmark={query.data} /> : <PendingQuery query={query} />}
    </>
  );
}

function Opened({ benchmark }: { benchmark: OpenedBenchmark }) {
  const t = useText();
  const language = useLanguage();
  const runChange = useRunChange();
  const [edited, setEdited] = useState<{ former?: FormerContent }>();
  const { id, can, ended } = benchmark;
  const name = benchmark.name[language];
  const close = () => setEdited(undefined);
  return (
    <>
      <PageHead
        title={name}
        actions={
          <>
            <HistoryButton
              kind="benchmark"
              of={String(id)}
              title={name}
              canRestore={({ after }) => can.edit && contentOfChange(after) !== undefined}
              onRestore={({ after }) => setEdited({ former: contentOfChange(after) })}
            />
            {can.edit && <Button onClick={() => setEdited({})}>{t("admin.benchmarks.edit")}</Button>}
            {can.end && (
              <Button
                variant="default"
                onClick={() =>
                  openConfirmation({
                    title: t("admin.benchmarks.endTitle", { name }),
                    text: t("admin.benchmarks.endText"),
                    action: async () => {
                      await runChange((calls) => calls.benchmarks.end({ params: { id }, body: {} }));
                    },
                  })
                }
              >
                {t("admin.benchmarks.end")}
              </Button>
            )}
            {can.restore && (
              <Button
                variant="default"
                onClick={() => void runChange((calls) => calls.benchmarks.restore({ params: { id }, body: {} }))}
              >
                {t("admin.benchmarks.restore")}
              </Button>
            )}
          </>
        }
      >
        <StatusBadge status={ended ? "ended" : "offered"} colour={ended ? "grey" : "green"}>
          {t(ended ? "admin.benchmarks.ended" : "admin.benchmarks.offered")}
        </StatusBadge>
      </PageHead>
      <Facts benchmark={benchmark} />
      <Assignments benchmark={benchmark} />
      {can.upload && <ValuesUpload benchmark={benchmark} />}
      {benchmark.kind === "series" && <Values benchmark={benchmark} />}
      {edited && (
        <Dialog opened onClose={close} title={name} size="lg">
          <BenchmarkForm benchmark={benchmark} former={edited.former} onSaved={close} />
        </Dialog>
      )}
    </>
  );
}

function Facts({ benchmark }: { benchmark: OpenedBenchmark }) {
  const t = useText();
  const language = useLanguage();
  const { kind, instrument, currency, rebalancing, base_day: baseDay, from, to } = benchmark;
  return (
    <Section title={t("admin.benchmarks.what")}>
      <dl className={styles.facts}>
        <dt>{t("admin.benchmarks.kind")}</dt>
        <dd>{t(`admin.benchmarks.kind.${kind}`)}</dd>
        {instrument && (
          <>
            <dt>{t("admin.benchmarks.instrument")}</dt>
            <dd>{[instrument.name, instrument.isin].filter(Boolean).join(" · ")}</dd>
          </>
        )}
        <dt>{t("admin.benchmarks.returnKind")}</dt>
        <dd>{t(`admin.benchmarks.returnKind.${benchmark.return_kind}`)}</dd>
        <dt>{t("admin.benchmarks.currency")}</dt>
        <dd>{currency}</dd>
        {rebalancing && (
          <>
            <dt>{t("admin.benchmarks.rebalancing")}</dt>
            <dd>{t(`admin.benchmarks.rebalancing.${rebalancing}`)}</dd>
          </>
        )}
        {baseDay !== null && (
          <>
            <dt>{t("admin.benchmarks.baseDay")}</dt>
            <dd>
              <RecordDay day={baseDay} />
            </dd>
          </>
        )}
        {benchmark.parts.length > 0 && (
          <>
            <dt>{t("admin.benchmarks.parts")}</dt>
            <dd>
              <ul>
                {benchmark.parts.map(({ name, percent }, place) => {
                  const part = benchmark.part_ids[place];
                  const shown = name[language];
                  return (
                    <li key={part?.id ?? place}>
                      {formatExact(language, percent)} %{" "}
                      <LocaleLink to={`/admin/benchmarks/${part?.id}`}>
                        {part?.ended ? t("admin.benchmarks.partEnded", { name: shown }) : shown}
                      </LocaleLink>
                    </li>
                  );
                })}
              </ul>
            </dd>
          </>
        )}
        {kind !== "blend" && (
          <>
            <dt>{t("admin.benchmarks.days")}</dt>
            <dd>
              {from === null || to === null
                ? t("admin.benchmarks.noValues")
                : t("admin.benchmarks.range", { from: formatDay(language, from), to: formatDay(language, to) })}
            </dd>
          </>
        )}
        {benchmark.part_of.length > 0 && (
          <>
            <dt>{t("admin.benchmarks.partOf")}</dt>
            <dd>
              <ul>
                {benchmark.part_of.map(({ id, name }) => (
                  <li key={id}>
                    <LocaleLink to={`/admin/benchmarks/${id}`}>{name[language]}</LocaleLink>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </Section>
  );
}

function Values({ benchmark: { id } }: { benchmark: OpenedBenchmark }) {
  const t = useText();
  const query = useValues(id);
  const columns = useValueColumns();
  const rows = query.data?.rows;
  if (rows?.length === 0) return null;
  return (
    <Section title={t("admin.benchmarks.days")}>
      <DataTable
        dense
        label={t("admin.benchmarks.days")}
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        exportName={`benchmark-${id}`}
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
      />
      <ShowMore query={query} />
    </Section>
  );
}

type ValueRow = NonNullable<ReturnType<typeof useValues>["data"]>["rows"][number];
function useValueColumns(): readonly Column<ValueRow>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(
    () => [
      {
        id: "day",
        header: t("admin.benchmarks.day"),
        value: ({ day }) => day,
        cell: ({ day }) => <RecordDay day={day} />,
        phone: "title",
      },
      {
        id: "value",
        header: t("admin.benchmarks.value"),
        value: ({ value }) => value,
        cell: ({ value }) => formatExact(language, value),
        numeric: true,
        phone: "key",
      },
      { id: "source", header: t("admin.benchmarks.sourceColumn"), value: ({ source }) => source, phone: "key" },
      {
        id: "recorded",
        header: t("admin.benchmarks.recorded"),
        value: ({ recorded_at: at }) => at,
        cell: ({ recorded_at: at }) => <RecordTime at={at} />,
      },
      {
        id: "counts",
        header: t("admin.benchmarks.counts"),
        value: ({ counts }) => t(counts ? "admin.benchmarks.countsYes" : "admin.benchmarks.countsNo"),
      },
    ],
    [t, language],
  );
}

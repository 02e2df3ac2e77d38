/** The table of returns by month and year: what was earned, or the difference from the benchmark. */
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { RowsSkeleton } from "../../ui/skeletons.tsx";
import { Empty, LoadFailed, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useMonthColumns } from "./month-columns.ts";
import { MonthsSummary } from "./months-summary.tsx";
import { MonthsTable } from "./months-table.tsx";
import { periodsOf, type Shown } from "./periods.ts";
import styles from "./returns.module.css";
import { useMonthlyReturns } from "./use-returns.ts";

export function MonthsSection() {
  const t = useText();
  const language = useLanguage();
  const { data, error, isFetching, refetch } = useMonthlyReturns();
  const columns = useMonthColumns(data?.benchmarkName?.[language] ?? null);
  const [picked, setPicked] = useState<Shown>("own");
  const name = data?.benchmarkName?.[language] ?? null;
  const shown = name === null ? "own" : picked;
  async function download() {
    const { exportCsv } = await import("../../ui/export-csv.ts");
    if (data) exportCsv(language, t("portfolios.returns.fileName"), columns, periodsOf(data.years));
  }
  return (
    <Section
      title={t("portfolios.returns.title")}
      hint={t("portfolios.returns.hint")}
      actions={
        data &&
        data.years.length > 0 && (
          <Button
            variant="subtle"
            size="sm"
            leftSection={<Icon name="download" size={16} />}
            onClick={() => void download()}
          >
            {t("ui.action.exportCsv")}
          </Button>
        )
      }
    >
      {data ? (
        data.years.length === 0 ? (
          <Empty title={t(data.reason ? "portfolios.returns.notProvided" : "portfolios.returns.none")} />
        ) : (
          <>
            {name !== null && (
              <div className={styles.picker}>
                <SectionPicker
                  label={t("portfolios.returns.show")}
                  current={shown}
                  onPick={(id) => setPicked(id === "excess" ? "excess" : "own")}
                  sections={[
                    { id: "own", label: t("portfolios.returns.own") },
                    { id: "excess", label: t("portfolios.returns.excess", { name }) },
                  ]}
                />
              </div>
            )}
            <MonthsTable years={data.years} shown={shown} benchmarkName={name} />
            {shown === "own" && <MonthsSummary years={data.years} />}
          </>
        )
      ) : error ? (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading>
          <RowsSkeleton />
        </Loading>
      )}
    </Section>
  );
}

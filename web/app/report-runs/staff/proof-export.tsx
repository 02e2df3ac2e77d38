/** The proof of a period for an auditor, as one file. */
import { NativeSelect } from "@mantine/core";
import { usualPeriods } from "@portico/api/rules/report-periods.ts";
import type { ReportKind } from "@portico/api/rules/reports.ts";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useSaveAnswer } from "../../shell/calls/use-download.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import parts from "../../shell/staff/parts.module.css";
import { isOver, PeriodFields } from "../../shell/staff/period-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";

export function ProofExport({ kinds }: { kinds: readonly ReportKind[] }) {
  const t = useText();
  const language = useLanguage();
  const today = useFirmToday();
  const { reportRuns } = useApi();
  const { save, busy } = useSaveAnswer();
  const [kind, setKind] = useState<ReportKind | "">("");
  const [period, setPeriod] = useState(usualPeriods(today).quarter);
  const query = { ...period, language, ...(kind !== "" && { kind }) };
  const isWrong = !isOver(period, today);
  return (
    <Section title={t("admin.runs.proof.title")} hint={t("admin.runs.proof.lead")} onScreen>
      <div className={parts.inline}>
        <NativeSelect
          label={t("admin.runs.form.kind")}
          value={kind}
          data={[
            { value: "", label: t("admin.runs.proof.allKinds") },
            ...kinds.map((one) => ({ value: one, label: t(`reports.kind.${one}`) })),
          ]}
          onChange={({ currentTarget: { value } }) => setKind(value as ReportKind | "")}
        />
        <PeriodFields period={period} onChange={setPeriod} />
        <Button loading={busy} disabled={isWrong} onClick={() => void save(() => reportRuns.getProofXlsx({ query }))}>
          {t("admin.runs.proof.xlsx")}
        </Button>
        <Button
          variant="default"
          disabled={busy || isWrong}
          onClick={() => void save(() => reportRuns.getProofCsv({ query }))}
        >
          {t("admin.runs.proof.csv")}
        </Button>
      </div>
    </Section>
  );
}

/** A new run: what, for whom, how; then whom it reaches, with samples; then its start. */
import type { RunOrder } from "@portico/api/report-runs.ts";
import { usualPeriods } from "@portico/api/rules/report-periods.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { SampleView } from "../../reports/sample-view.tsx";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import parts from "../../shell/staff/parts.module.css";
import { isOver, PeriodFields } from "../../shell/staff/period-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { RunPreview, type Sampled } from "./run-preview.tsx";
import { runPath } from "./run-texts.tsx";
import { useRuns, useStartRun } from "./use-report-runs.ts";
import { holdersOf, KindField, nothingTyped, WhomFields } from "./whom-fields.tsx";

export default function NewRunPage() {
  const t = useText();
  const api = useApi();
  const today = useFirmToday();
  const navigate = useLocaleNavigate();
  const kinds = useRuns().data?.pages[0]?.offer.kinds ?? [];
  const [typed, setTyped] = useState(nothingTyped);
  const [period, setPeriod] = useState(usualPeriods(today).quarter);
  const check = useMutation({
    mutationFn: async (body: RunOrder) => ({ ...(await api.reportRuns.preview({ body })), body }),
  });
  const start = useStartRun();
  const holders = holdersOf(typed);
  const kind = typed.kind ?? kinds[0];
  const isWhole = holders !== undefined && kind !== undefined && isOver(period, today);
  const checked = check.data;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isWhole || check.isPending) return;
    const language = typed.language === "own" ? null : typed.language;
    check.mutate({ kind, ...period, holders, language, atOnce: typed.atOnce });
  }
  return (
    <>
      <PageTitle>{t("admin.runs.new")}</PageTitle>
      <BackLink to="/admin/reports">{t("admin.runs.title")}</BackLink>
      <PageHead title={t("admin.runs.new")}>{t("admin.runs.noneExplain")}</PageHead>
      <Section>
        <form method="post" className={parts.form} onSubmit={submit} noValidate aria-label={t("admin.runs.new")}>
          <KindField typed={typed} kinds={kinds} onChange={(next) => (setTyped(next), check.reset())} />
          <PeriodFields period={period} onChange={(next) => (setPeriod(next), check.reset())} />
          <WhomFields typed={typed} kinds={kinds} onChange={(next) => (setTyped(next), check.reset())} />
          {check.error && <Notice tone="failed">{errorText(t, check.error)}</Notice>}
          {start.error && <Notice tone="failed">{errorText(t, start.error)}</Notice>}
          <div className={parts.actions}>
            <Button
              type="submit"
              variant={checked ? "default" : "filled"}
              loading={check.isPending}
              disabled={!isWhole}
            >
              {t("admin.runs.form.preview")}
            </Button>
            {checked && (
              <Button
                disabled={checked.addressees === 0}
                loading={start.isPending}
                onClick={() => start.mutate(checked.body, { onSuccess: ({ id }) => navigate(runPath(id)) })}
              >
                {t("admin.runs.form.start")}
              </Button>
            )}
          </div>
        </form>
      </Section>
      {checked && (
        <RunPreview preview={checked} renderSample={(holder) => <Sample holder={holder} order={checked.body} />} />
      )}
    </>
  );
}

/** A sample is made when it is unfolded. */
function Sample({ holder, order }: { holder: Sampled; order: RunOrder }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {holder.name}
      </Button>
      {isOpen && <SampleData holder={holder} order={order} />}
    </>
  );
}

function SampleData({
  holder: { holderType, holderId },
  order: { kind, from, to },
}: {
  holder: Sampled;
  order: RunOrder;
}) {
  const t = useText();
  const api = useApi();
  const query = useCall(api.reportRuns.sample, { params: { holderType, holderId }, query: { kind, from, to } });
  if (!query.data) return <PendingQuery query={query} />;
  const { failure, data, gaps } = query.data;
  if (failure !== null) return <Notice tone="attention">{t(`reports.failure.${failure}`)}</Notice>;
  return (
    <>
      <Notice tone={gaps > 0 ? "attention" : "done"}>{t("admin.runs.preview.sampleGaps", { count: gaps })}</Notice>
      <SampleView kind={kind} data={data} />
    </>
  );
}

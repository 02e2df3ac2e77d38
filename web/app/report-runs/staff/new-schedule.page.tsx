/** A new schedule: a definition that is repeated some business days after each period. */
import { NativeSelect, TextInput } from "@mantine/core";
import { type Repeats, repeats } from "@portico/api/rules/report-runs.ts";
import { type FormEvent, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import parts from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useRuns } from "./use-report-runs.ts";
import { holdersOf, KindField, nothingTyped, WhomFields } from "./whom-fields.tsx";

const scopes = ["all", "group", "strategy"] as const;
type Body = Parameters<Parameters<Parameters<typeof useChange>[0]>[0]["reportRuns"]["createSchedule"]>[0]["body"];

export default function NewSchedulePage() {
  const t = useText();
  const navigate = useLocaleNavigate();
  const kinds = useRuns().data?.pages[0]?.offer.kinds ?? [];
  const [typed, setTyped] = useState(nothingTyped);
  const [unit, setUnit] = useState<Repeats>("quarterly");
  const [days, setDays] = useState("5");
  const [startsItself, setStartsItself] = useState(false);
  const create = useChange((api, body: Body) => api.reportRuns.createSchedule({ body }));
  const holders = holdersOf(typed);
  const kind = typed.kind ?? kinds[0];
  const businessDays = /^\d{1,2}$/.test(days.trim()) ? Number(days) : 61;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!kind || !holders || holders.scope === "chosen" || businessDays > 60 || create.isPending) return;
    const language = typed.language === "own" ? null : typed.language;
    create.mutate(
      { kind, repeats: unit, holders, language, atOnce: typed.atOnce, businessDays, startsItself },
      { onSuccess: () => navigate("/admin/reports") },
    );
  }
  return (
    <>
      <PageTitle>{t("admin.runs.schedule.new")}</PageTitle>
      <BackLink to="/admin/reports">{t("admin.runs.title")}</BackLink>
      <PageHead title={t("admin.runs.schedule.new")} />
      <Section>
        <form
          method="post"
          className={parts.form}
          onSubmit={submit}
          noValidate
          aria-label={t("admin.runs.schedule.new")}
        >
          <KindField typed={typed} kinds={kinds} onChange={setTyped} />
          <NativeSelect
            label={t("admin.runs.schedule.repeats")}
            value={unit}
            data={repeats.map((one) => ({ value: one, label: t(`admin.runs.schedule.${one}`) }))}
            onChange={({ currentTarget: { value } }) => setUnit(value as Repeats)}
          />
          <TextInput
            inputMode="numeric"
            label={t("admin.runs.schedule.days")}
            description={t("admin.runs.schedule.daysHint")}
            value={days}
            error={businessDays > 60}
            onChange={({ currentTarget: { value } }) => setDays(value)}
          />
          <NativeSelect
            label={t("admin.runs.schedule.start")}
            value={startsItself ? "startsItself" : "byPerson"}
            data={(["byPerson", "startsItself"] as const).map((id) => ({
              value: id,
              label: t(`admin.runs.schedule.${id}`),
            }))}
            onChange={({ currentTarget: { value } }) => setStartsItself(value === "startsItself")}
          />
          <WhomFields typed={typed} kinds={kinds} scopes={scopes} onChange={setTyped} />
          {create.error && <Notice tone="failed">{errorText(t, create.error)}</Notice>}
          <div className={parts.actions}>
            <Button type="submit" loading={create.isPending} disabled={!kind || !holders || businessDays > 60}>
              {t("admin.runs.schedule.save")}
            </Button>
          </div>
        </form>
      </Section>
    </>
  );
}

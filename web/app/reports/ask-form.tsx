/** Asks for a report: which, of which period, in which language. */
import { NativeSelect, TextInput } from "@mantine/core";
import { addDays, isDay } from "@portico/api/rules/calendar.ts";
import { type ReportPeriod, usualPeriods } from "@portico/api/rules/report-periods.ts";
import { isTaxKind, type ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Language, languages } from "@portico/messages/text.ts";
import { type FormEvent, useState } from "react";
import { errorText } from "../shell/calls/api.tsx";
import { useFirmToday } from "../shell/firm-day.ts";
import { useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./reports.module.css";
import { useAskForReport } from "./use-reports.ts";

type Choice = keyof ReturnType<typeof usualPeriods> | "own";
const choices = ["quarter", "month", "year", "yearBefore", "own"] as const satisfies readonly Choice[];
/** Tax packs are of calendar years. */
const choicesOf = (kind: ReportKind | undefined): readonly Choice[] =>
  kind && isTaxKind(kind) ? ["year", "yearBefore"] : choices;

export function AskForm({ holder, kinds }: { holder: Holder; kinds: readonly ReportKind[] }) {
  const t = useText();
  const today = useFirmToday();
  const pageLanguage = useLanguage();
  const navigate = useLocaleNavigate();
  const ask = useAskForReport(holder);
  const periods = usualPeriods(today);
  const [kind, setKind] = useState<ReportKind | undefined>(kinds[0]);
  const [chosen, setChoice] = useState<Choice>("quarter");
  const [own, setOwn] = useState<ReportPeriod>(periods.quarter);
  const [language, setLanguage] = useState<Language>(pageLanguage);
  const [fault, setFault] = useState<"incomplete" | "reversed" | "notOver">();
  const offered = choicesOf(kind);
  const choice = offered.includes(chosen) ? chosen : "year";
  const { from, to } = choice === "own" ? own : periods[choice];
  const latest = addDays(today, -1);

  function send(event: FormEvent) {
    event.preventDefault();
    const found =
      !isDay(from) || !isDay(to) ? "incomplete" : to < from ? "reversed" : to > latest ? "notOver" : undefined;
    setFault(found);
    if (found || !kind || ask.isPending) return;
    ask.mutate({ kind, from, to, language }, { onSuccess: ({ id }) => navigate(`/reports/${id}`) });
  }
  const changeOwn = (change: Partial<ReportPeriod>) => {
    setOwn({ ...own, ...change });
    setFault(undefined);
  };
  return (
    <form method="post" noValidate className={styles.ask} onSubmit={send} aria-label={t("reports.ask.title")}>
      <NativeSelect
        className={styles.long ?? ""}
        label={t("reports.ask.kind")}
        value={kind ?? ""}
        data={kinds.map((one) => ({ value: one, label: t(`reports.kind.${one}`) }))}
        onChange={({ currentTarget: { value } }) => setKind(value as ReportKind)}
      />
      <NativeSelect
        label={t("reports.ask.period")}
        value={choice}
        data={offered.map((one) => ({
          value: one,
          label: t(`reports.ask.${one}`),
        }))}
        onChange={({ currentTarget: { value } }) => {
          setChoice(value as Choice);
          setFault(undefined);
        }}
      />
      {choice === "own" && (
        <>
          <TextInput
            type="date"
            label={t("reports.ask.from")}
            value={own.from}
            max={latest}
            error={fault === "incomplete" && !isDay(own.from) ? t("reports.ask.incomplete") : undefined}
            onChange={({ currentTarget: { value } }) => changeOwn({ from: value })}
          />
          <TextInput
            type="date"
            label={t("reports.ask.to")}
            value={own.to}
            max={latest}
            error={fault && (fault !== "incomplete" || !isDay(own.to)) ? t(`reports.ask.${fault}`) : undefined}
            onChange={({ currentTarget: { value } }) => changeOwn({ to: value })}
          />
        </>
      )}
      <NativeSelect
        label={t("reports.ask.language")}
        value={language}
        data={languages.map((one) => ({ value: one, label: t(`shell.language.${one}`) }))}
        onChange={({ currentTarget: { value } }) => setLanguage(value as Language)}
      />
      <Button type="submit" className={styles.send ?? ""} loading={ask.isPending} disabled={!kind}>
        {t("reports.ask.send")}
      </Button>
      {choice !== "own" && <p className={`${styles.wide} ${styles.muted}`}>{t("reports.ask.covers", { from, to })}</p>}
      {ask.error && (
        <div className={styles.wide}>
          <Notice tone="failed">{errorText(t, ask.error)}</Notice>
        </div>
      )}
    </form>
  );
}

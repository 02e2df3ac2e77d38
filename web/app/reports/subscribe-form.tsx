/** Subscribes to a report: which, how often, in which language. */
import { NativeSelect } from "@mantine/core";
import type { ReportSubscription } from "@portico/api/reports/subscriptions.ts";
import { frequenciesOf, nextDue, periodBefore, type ReportFrequency } from "@portico/api/rules/report-subscriptions.ts";
import type { ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Language, languages } from "@portico/messages/text.ts";
import { type FormEvent, useState } from "react";
import { errorText } from "../shell/calls/api.tsx";
import { alert } from "../shell/dialogs/alert.ts";
import { useFirmToday } from "../shell/firm-day.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./reports.module.css";
import { useSubscribe } from "./use-subscriptions.ts";

interface SubscribeFormProps {
  holder: Holder;
  kinds: readonly ReportKind[];
  known: readonly ReportSubscription[];
}

export function SubscribeForm({ holder, kinds, known }: SubscribeFormProps) {
  const t = useText();
  const today = useFirmToday();
  const pageLanguage = useLanguage();
  const subscribe = useSubscribe(holder);
  const [kind, setKind] = useState<ReportKind | undefined>(kinds[0]);
  const [wanted, setWanted] = useState<ReportFrequency>("month");
  const [language, setLanguage] = useState<Language>(pageLanguage);
  const offered = kind ? frequenciesOf(kind) : [];
  const frequency = offered.includes(wanted) ? wanted : (offered[0] ?? "year");
  const isKnown = known.some(
    (one) => one.endedAt === null && one.kind === kind && one.frequency === frequency && one.language === language,
  );
  const first = periodBefore(frequency, nextDue(frequency, today));
  function send(event: FormEvent) {
    event.preventDefault();
    if (!kind || isKnown || subscribe.isPending) return;
    subscribe.mutate({ kind, frequency, language }, { onSuccess: () => alert.success(t("reports.regular.done")) });
  }
  return (
    <form method="post" noValidate className={styles.ask} onSubmit={send} aria-label={t("reports.regular.subscribe")}>
      <NativeSelect
        className={styles.long ?? ""}
        label={t("reports.ask.kind")}
        value={kind ?? ""}
        data={kinds.map((one) => ({ value: one, label: t(`reports.kind.${one}`) }))}
        onChange={({ currentTarget: { value } }) => setKind(value as ReportKind)}
      />
      <NativeSelect
        label={t("reports.regular.frequency")}
        value={frequency}
        data={offered.map((one) => ({ value: one, label: t(`reports.frequency.${one}`) }))}
        onChange={({ currentTarget: { value } }) => setWanted(value as ReportFrequency)}
      />
      <NativeSelect
        label={t("reports.ask.language")}
        value={language}
        data={languages.map((one) => ({ value: one, label: t(`shell.language.${one}`) }))}
        onChange={({ currentTarget: { value } }) => setLanguage(value as Language)}
      />
      <Button
        type="submit"
        variant="default"
        className={styles.send ?? ""}
        loading={subscribe.isPending}
        disabled={!kind || isKnown}
        aria-describedby="subscribe-first"
      >
        {t("reports.regular.subscribe")}
      </Button>
      <p id="subscribe-first" className={`${styles.wide} ${styles.muted}`}>
        {isKnown ? t("reports.regular.known") : t("reports.regular.first", first)}
      </p>
      {subscribe.error && (
        <div className={styles.wide}>
          <Notice tone="failed">{errorText(t, subscribe.error)}</Notice>
        </div>
      )}
    </form>
  );
}

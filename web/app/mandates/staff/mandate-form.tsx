/** Records a category and mandate from a day on, beginning with what holds now. */
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import type { Answer } from "@portico/api/endpoint.ts";
import { ApiError } from "@portico/api/errors.ts";
import type { mandates } from "@portico/api/mandates.ts";
import { isDay } from "@portico/api/rules/calendar.ts";
import {
  clientCategories,
  mandateFaults,
  mandateReasonLimit,
  mandateServices,
  type StatementFrequency,
  statementFrequencies,
} from "@portico/api/rules/mandates.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type FormEvent, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { Button } from "../../ui/button.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../mandates.module.css";
import { type MandateBody, useRecordMandate } from "../use-mandates.ts";

interface MandateFormProps {
  holder: Holder;
  data: Answer<(typeof mandates)["listRecords"]>;
}

export function MandateForm({ holder, data }: MandateFormProps) {
  const t = useText();
  const language = useLanguage();
  const today = useFirmToday();
  const current = data.records.find(({ counts, from }) => counts && from <= today);
  const [typed, setTyped] = useState({
    from: today,
    category: current?.category ?? "retail",
    service: current?.service ?? "execution",
    leverage: current?.leverage ?? false,
    benchmark: current?.benchmark?.id ?? null,
    frequency: current?.frequency ?? null,
    singleConfirmations: current?.singleConfirmations ?? false,
    reason: "",
  } as Omit<MandateBody, "last" | "reason"> & { reason: string });
  const [isSent, setSent] = useState(false);
  const record = useRecordMandate(holder);
  const set = (change: Partial<typeof typed>) => {
    setTyped({ ...typed, ...change });
    record.reset();
  };
  const isManaged = typed.service === "management";
  const stated = isManaged
    ? { ...typed, frequency: typed.frequency ?? "quarter" }
    : { ...typed, leverage: false, benchmark: null, frequency: null, singleConfirmations: false };
  const [fault] = mandateFaults(stated);
  const refused = record.error instanceof ApiError ? record.error.errors : [];
  const faultOf = (path: string): string | undefined => {
    const code = refused.find((one) => one.path === path)?.code;
    return code && t(`field.${code}`);
  };
  const benchmarks = [
    ...data.benchmarks,
    ...(current?.benchmark && !data.benchmarks.some(({ id }) => id === current.benchmark?.id)
      ? [current.benchmark]
      : []),
  ];
  function send(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (fault || !isDay(typed.from) || record.isPending) return;
    const { reason, ...rest } = stated;
    record.mutate(
      { ...rest, reason: reason.trim() === "" ? null : reason.trim(), last: data.last },
      { onSuccess: () => alert.success(t("admin.mandates.saved")) },
    );
  }
  return (
    <form method="post" noValidate className={styles.form} onSubmit={send} aria-label={t("admin.mandates.change")}>
      <TextInput
        type="date"
        label={t("admin.mandates.from")}
        value={typed.from}
        error={(isSent && !isDay(typed.from) && t("field.badDate")) || faultOf("from")}
        onChange={({ currentTarget: { value } }) => set({ from: value })}
      />
      <NativeSelect
        label={t("admin.mandates.category")}
        value={typed.category}
        data={clientCategories.map((value) => ({ value, label: t(`reports.category.${value}`) }))}
        onChange={({ currentTarget: { value } }) => set({ category: value as MandateBody["category"] })}
      />
      <NativeSelect
        label={t("admin.mandates.service")}
        value={typed.service}
        data={mandateServices.map((value) => ({ value, label: t(`reports.service.${value}`) }))}
        onChange={({ currentTarget: { value } }) => set({ service: value as MandateBody["service"] })}
      />
      {isManaged && (
        <>
          <NativeSelect
            label={t("admin.mandates.benchmark")}
            value={typed.benchmark === null ? "" : String(typed.benchmark)}
            error={faultOf("benchmark")}
            data={[
              { value: "", label: t("admin.mandates.noBenchmark") },
              ...benchmarks.map(({ id, name }) => ({ value: String(id), label: name[language] })),
            ]}
            onChange={({ currentTarget: { value } }) => set({ benchmark: value === "" ? null : Number(value) })}
          />
          <NativeSelect
            label={t("admin.mandates.frequency")}
            description={t("admin.mandates.frequencyHint")}
            value={stated.frequency ?? "quarter"}
            error={fault || refused.some(({ path }) => path === "frequency") ? t("field.notAllowed") : undefined}
            data={statementFrequencies.map((value) => ({ value, label: t(`reports.statementFrequency.${value}`) }))}
            onChange={({ currentTarget: { value } }) => set({ frequency: value as StatementFrequency })}
          />
          <Checkbox
            label={t("admin.mandates.leverage")}
            description={t("admin.mandates.leverageHint")}
            checked={typed.leverage}
            onChange={({ currentTarget: { checked } }) =>
              set({ leverage: checked, ...(checked && { frequency: "month" }) })
            }
          />
          <Checkbox
            label={t("admin.mandates.single")}
            checked={typed.singleConfirmations}
            onChange={({ currentTarget: { checked } }) => set({ singleConfirmations: checked })}
          />
        </>
      )}
      <div className={styles.wide}>
        <LimitedInput
          label={t("admin.mandates.reason")}
          description={t("admin.mandates.reasonHint")}
          limit={mandateReasonLimit}
          value={typed.reason}
          error={faultOf("reason")}
          onChange={({ currentTarget: { value } }) => set({ reason: value })}
        />
      </div>
      {record.error && refused.length === 0 && (
        <div className={styles.wide}>
          <Notice tone="failed">{errorText(t, record.error)}</Notice>
        </div>
      )}
      <div className={styles.wide}>
        <Button type="submit" loading={record.isPending}>
          {t("admin.mandates.save")}
        </Button>
      </div>
    </form>
  );
}

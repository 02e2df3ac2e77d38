/** What an issuer announced, as staff state it: only the terms that the type has are asked for. */
import { NativeSelect, TextInput } from "@mantine/core";
import { actionTypes, type OptionName, optionsOf } from "@portico/api/rules/corporate-actions.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { InstrumentField } from "../../shell/staff/instrument-field.tsx";
import parts from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { focusMarked } from "../../ui/focus-marked.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./actions.module.css";
import { fieldFaults } from "./field-faults.ts";
import { TermFields } from "./term-fields.tsx";
import { type TypedAction, toBody } from "./typed-action.ts";
import type { ActionBody } from "./use-actions.ts";

interface ActionFormProps {
  start: TypedAction;
  chosen?: { instrument: { id: number; name: string }; target: { id: number; name: string } | null };
  timeZone: string;
  pending: boolean;
  error: Error | null;
  /** Asked for where an action is corrected. */
  withReason: boolean;
  onSubmit: (body: ActionBody, reason: string) => void;
}

export function ActionForm({ start, chosen, timeZone, pending, error, withReason, onSubmit }: ActionFormProps) {
  const t = useText();
  const [typed, setTyped] = useState(start);
  const [reason, setReason] = useState("");
  const set = (more: Partial<TypedAction>) => setTyped((before) => ({ ...before, ...more }));
  const [isTried, setTried] = useState(false);
  const errorOf = fieldFaults(t, error);
  const form = useRef<HTMLFormElement>(null);
  // The server finds what is wrong with the terms; the first such field has the focus.
  useEffect(() => {
    if (error) focusMarked(form.current);
  }, [error]);
  const text = (name: "exDay" | "recordDay" | "payDay" | "source" | "note", type = "text") => (
    <TextInput
      type={type}
      label={t(`admin.actions.${name}`)}
      value={typed[name]}
      error={errorOf(name)}
      onChange={({ currentTarget: { value } }) => set({ [name]: value })}
    />
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const body = toBody(typed);
    if (!body || (withReason && reason.trim() === "")) focusMarked(form.current);
    else if (!pending) onSubmit(body, reason.trim());
  }
  return (
    <Section>
      <form
        ref={form}
        method="post"
        className={parts.form}
        onSubmit={submit}
        noValidate
        aria-label={t(withReason ? "admin.actions.change" : "admin.actions.new")}
      >
        <InstrumentField
          label={t("admin.actions.instrument")}
          value={typed.instrument}
          error={isTried && typed.instrument === null ? t("admin.actions.instrumentMissing") : errorOf("instrumentId")}
          chosen={chosen?.instrument}
          onChange={(instrument) => set({ instrument })}
        />
        <div className={styles.fields}>
          <NativeSelect
            label={t("admin.actions.type")}
            value={typed.type}
            data={actionTypes.map((value) => ({ value, label: t(`corporateActions.type.${value}`) }))}
            onChange={({ currentTarget: { value } }) => set({ type: value as TypedAction["type"], defaultOption: "" })}
          />
          {text("exDay", "date")}
          {text("recordDay", "date")}
          {text("payDay", "date")}
        </div>
        <p className={parts.muted}>{t("admin.actions.exDayHint")}</p>
        <TermFields typed={typed} set={set} errorOf={errorOf} chosen={chosen?.target ?? undefined} />
        {optionsOf(typed.type).length > 0 && (
          <Deadlines typed={typed} set={set} errorOf={errorOf} timeZone={timeZone} />
        )}
        {text("source")}
        <p className={parts.muted}>{t("admin.actions.sourceHint")}</p>
        {text("note")}
        {withReason && (
          <TextInput
            label={t("admin.actions.reason")}
            value={reason}
            error={isTried && reason.trim() === "" ? t("admin.actions.reasonMissing") : errorOf("reason")}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
        )}
        {error && <Notice tone="failed">{errorText(t, error)}</Notice>}
        <div className={parts.actions}>
          <Button type="submit" loading={pending}>
            {t("admin.actions.save")}
          </Button>
        </div>
      </form>
    </Section>
  );
}

export interface FieldsProps {
  typed: TypedAction;
  set: (more: Partial<TypedAction>) => void;
  errorOf: (path: string) => string | undefined;
}

function Deadlines({ typed, set, errorOf, timeZone }: FieldsProps & { timeZone: string }) {
  const t = useText();
  const moment = (
    name: "deadline" | "clientDeadline",
    day: "deadlineDay" | "clientDay",
    time: "deadlineTime" | "clientTime",
  ) => (
    <>
      <TextInput
        type="date"
        label={t(`admin.actions.${name}`)}
        value={typed[day]}
        error={errorOf(name)}
        onChange={({ currentTarget: { value } }) => set({ [day]: value })}
      />
      <TextInput
        type="time"
        label={`${t(`admin.actions.${name}`)}: ${t("admin.actions.deadlineTime")}`}
        value={typed[time]}
        onChange={({ currentTarget: { value } }) => set({ [time]: value })}
      />
    </>
  );
  return (
    <>
      <div className={styles.fields}>
        <NativeSelect
          label={t("admin.actions.defaultOption")}
          value={typed.defaultOption}
          error={errorOf("defaultOption")}
          data={[
            { value: "", label: "–" },
            ...optionsOf(typed.type).map((value) => ({ value, label: t(`corporateActions.option.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) => set({ defaultOption: value as OptionName | "" })}
        />
        {moment("clientDeadline", "clientDay", "clientTime")}
        {moment("deadline", "deadlineDay", "deadlineTime")}
      </div>
      <p className={parts.muted}>{t("admin.actions.zone", { zone: timeZone })}</p>
    </>
  );
}

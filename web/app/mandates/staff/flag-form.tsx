/** Marks a position as lent, pledged or transferred, or corrects a mark. */
import { NativeSelect, TextInput } from "@mantine/core";
import { currencyCodes } from "@portico/api/currencies.ts";
import { ApiError } from "@portico/api/errors.ts";
import type { PositionFlag } from "@portico/api/mandates.ts";
import { isDay } from "@portico/api/rules/calendar.ts";
import { type FlagKind, flagKinds, flagNoteLimit, mandateReasonLimit } from "@portico/api/rules/mandates.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type FormEvent, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { InstrumentField } from "../../shell/staff/instrument-field.tsx";
import { Button } from "../../ui/button.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../mandates.module.css";
import { useRecordFlag } from "../use-mandates.ts";

interface FlagFormProps {
  holder: Holder;
  /** The one that is corrected; null for a new one. */
  flag: PositionFlag | null;
  onEnd: () => void;
}

/** A number as typed, with a comma or a point; undefined for what is none. */
const quantityOf = (text: string): string | undefined => {
  const plain = text
    .trim()
    .replace(/[\s\u00a0]/g, "")
    .replace(",", ".");
  return /^\d{1,20}(\.\d{1,12})?$/.test(plain) && Number(plain) > 0 ? plain : undefined;
};

export function FlagForm({ holder, flag, onEnd }: FlagFormProps) {
  const t = useText();
  const today = useFirmToday();
  const [instrument, setInstrument] = useState<number | null>(flag?.instrument?.id ?? null);
  const [typed, setTyped] = useState({
    currency: flag?.currency ?? "",
    kind: flag?.kind ?? ("pledged" as FlagKind),
    quantity: flag?.quantity ?? "",
    from: flag?.from ?? today,
    to: flag?.to ?? "",
    note: flag?.note ?? "",
    reason: "",
  });
  const [isSent, setSent] = useState(false);
  const record = useRecordFlag(holder);
  const set = (change: Partial<typeof typed>) => {
    setTyped({ ...typed, ...change });
    record.reset();
  };
  const quantity = typed.quantity.trim() === "" ? null : quantityOf(typed.quantity);
  const faults = {
    instrument_id: (instrument === null) === (typed.currency === "") ? t("field.required") : undefined,
    quantity: quantity === undefined ? t("field.badFormat") : undefined,
    from: isDay(typed.from) ? undefined : t("field.badDate"),
    to:
      typed.to === ""
        ? undefined
        : !isDay(typed.to)
          ? t("field.badDate")
          : typed.to < typed.from
            ? t("field.beforeStart")
            : undefined,
    reason: flag !== null && typed.reason.trim() === "" ? t("field.required") : undefined,
  };
  const refused = record.error instanceof ApiError ? record.error.errors : [];
  const faultOf = (path: keyof typeof faults): string | undefined => {
    const code = refused.find((one) => one.path === path)?.code;
    return (isSent && faults[path]) || (code && t(`field.${code}`)) || undefined;
  };
  function send(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (Object.values(faults).some(Boolean) || quantity === undefined || record.isPending) return;
    const trimmed = (text: string): string | null => (text.trim() === "" ? null : text.trim());
    record.mutate(
      {
        instrument_id: instrument,
        currency: trimmed(typed.currency),
        kind: typed.kind,
        quantity,
        from: typed.from,
        to: trimmed(typed.to),
        note: trimmed(typed.note),
        replaces: flag?.id ?? null,
        reason: trimmed(typed.reason),
      },
      {
        onSuccess: () => {
          alert.success(t("admin.mandates.saved"));
          onEnd();
        },
      },
    );
  }
  return (
    <form method="post" noValidate className={styles.form} onSubmit={send} aria-label={t("admin.mandates.addFlag")}>
      <InstrumentField
        label={t("admin.falls.instrument")}
        value={instrument}
        chosen={flag?.instrument ?? undefined}
        error={faultOf("instrument_id")}
        onChange={(id) => {
          setInstrument(id);
          if (id !== null) set({ currency: "" });
        }}
      />
      <NativeSelect
        label={t("admin.mandates.cashIn", { currency: "…" })}
        value={typed.currency}
        data={[{ value: "", label: "–" }, ...currencyCodes.map((value) => ({ value, label: value }))]}
        onChange={({ currentTarget: { value } }) => {
          set({ currency: value });
          if (value !== "") setInstrument(null);
        }}
      />
      <NativeSelect
        label={t("admin.mandates.kind")}
        value={typed.kind}
        data={flagKinds.map((value) => ({ value, label: t(`admin.mandates.flag.${value}`) }))}
        onChange={({ currentTarget: { value } }) => set({ kind: value as FlagKind })}
      />
      <TextInput
        label={t("admin.mandates.quantity")}
        description={t("admin.mandates.quantityHint")}
        inputMode="decimal"
        value={typed.quantity}
        error={faultOf("quantity")}
        onChange={({ currentTarget: { value } }) => set({ quantity: value })}
      />
      <TextInput
        type="date"
        label={t("admin.mandates.from")}
        value={typed.from}
        error={faultOf("from")}
        onChange={({ currentTarget: { value } }) => set({ from: value })}
      />
      <TextInput
        type="date"
        label={t("admin.mandates.to")}
        description={t("admin.mandates.toHint")}
        value={typed.to}
        error={faultOf("to")}
        onChange={({ currentTarget: { value } }) => set({ to: value })}
      />
      <div className={styles.wide}>
        <LimitedInput
          label={t("admin.mandates.note")}
          description={t("admin.mandates.noteHint")}
          limit={flagNoteLimit}
          value={typed.note}
          onChange={({ currentTarget: { value } }) => set({ note: value })}
        />
      </div>
      {flag !== null && (
        <div className={styles.wide}>
          <LimitedInput
            label={t("admin.mandates.reasonOfCorrection")}
            limit={mandateReasonLimit}
            value={typed.reason}
            error={faultOf("reason")}
            onChange={({ currentTarget: { value } }) => set({ reason: value })}
          />
        </div>
      )}
      {record.error && refused.length === 0 && (
        <div className={styles.wide}>
          <Notice tone="failed">{errorText(t, record.error)}</Notice>
        </div>
      )}
      <div className={`${styles.wide} ${styles.actions}`}>
        <Button type="submit" loading={record.isPending}>
          {t("admin.mandates.save")}
        </Button>
        <Button variant="default" onClick={onEnd}>
          {t("admin.mandates.cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Proposes a legal hold: why, and until when as far as is known. */
import { TextInput } from "@mantine/core";
import { ApiError } from "@portico/api/errors.ts";
import { isDay } from "@portico/api/rules/calendar.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type FormEvent, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../data-rights.module.css";
import { usePlaceHold } from "../use-data-rights.ts";

const nothing = { reason: "", endsOn: "" };

export function HoldForm({ holder }: { holder: Holder }) {
  const t = useText();
  const [typed, setTyped] = useState(nothing);
  const [isSent, setSent] = useState(false);
  const place = usePlaceHold(holder);
  const refused = place.error instanceof ApiError ? place.error.errors : [];
  const dayFault = refused.find(({ path }) => path === "endsOn")?.code;
  function set(change: Partial<typeof typed>) {
    setTyped({ ...typed, ...change });
    place.reset();
  }
  function send(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    const reason = typed.reason.trim();
    if (reason === "" || !isDay(typed.endsOn) || place.isPending) return;
    place.mutate(
      { reason, endsOn: typed.endsOn },
      {
        onSuccess() {
          setTyped(nothing);
          setSent(false);
          alert.success(t("admin.rights.holdProposed"));
        },
      },
    );
  }
  return (
    <form method="post" noValidate className={styles.form} onSubmit={send} aria-label={t("admin.rights.place")}>
      <div className={styles.wide}>
        <LimitedInput
          label={t("admin.rights.reason")}
          description={t("admin.rights.reasonHint")}
          limit={messageMaxLength}
          value={typed.reason}
          error={isSent && typed.reason.trim() === "" ? t("field.required") : undefined}
          onChange={({ currentTarget: { value } }) => set({ reason: value })}
        />
      </div>
      <TextInput
        type="date"
        label={t("admin.rights.endsOn")}
        description={t("admin.rights.endsOnHint")}
        value={typed.endsOn}
        error={(isSent && !isDay(typed.endsOn) && t("field.badDate")) || (dayFault && t(`field.${dayFault}`))}
        onChange={({ currentTarget: { value } }) => set({ endsOn: value })}
      />
      {place.error && refused.length === 0 && (
        <div className={styles.wide}>
          <Notice tone="failed">{errorText(t, place.error)}</Notice>
        </div>
      )}
      <div className={styles.wide}>
        <Button type="submit" loading={place.isPending}>
          {t("admin.rights.place")}
        </Button>
      </div>
    </form>
  );
}

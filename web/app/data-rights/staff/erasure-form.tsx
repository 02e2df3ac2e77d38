/** Proposes an erasure: of what, when the person asked, and how. */
import { Checkbox, TextInput } from "@mantine/core";
import type { ErasurePreview } from "@portico/api/data-rights.ts";
import { ApiError } from "@portico/api/errors.ts";
import { isDay } from "@portico/api/rules/calendar.ts";
import type { ErasureClass } from "@portico/api/rules/data-rights.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type FormEvent, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { Button } from "../../ui/button.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../data-rights.module.css";
import { useAskErasure } from "../use-data-rights.ts";

export function ErasureForm({ holder, erasable }: { holder: Holder } & Pick<ErasurePreview, "erasable">) {
  const t = useText();
  const today = useFirmToday();
  const [typed, setTyped] = useState({ classes: [] as ErasureClass[], askedOn: today, reason: "" });
  const [isSent, setSent] = useState(false);
  const ask = useAskErasure(holder);
  const refused = ask.error instanceof ApiError ? ask.error.errors : [];
  const dayFault = refused.find(({ path }) => path === "askedOn")?.code;
  function set(change: Partial<typeof typed>) {
    setTyped({ ...typed, ...change });
    ask.reset();
  }
  function send(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    const reason = typed.reason.trim();
    if (typed.classes.length === 0 || reason === "" || !isDay(typed.askedOn) || ask.isPending) return;
    ask.mutate({ ...typed, reason }, { onSuccess: () => alert.success(t("admin.rights.proposed")) });
  }
  return (
    <form method="post" noValidate className={styles.form} onSubmit={send} aria-label={t("admin.rights.erase")}>
      <Checkbox.Group
        className={styles.wide}
        label={t("admin.rights.wouldErase")}
        value={typed.classes}
        error={isSent && typed.classes.length === 0 ? t("admin.rights.chooseClass") : undefined}
        onChange={(classes) => set({ classes: classes as ErasureClass[] })}
      >
        {erasable.map(({ class: name, rows }) => (
          <Checkbox
            key={name}
            mt="xs"
            value={name}
            label={t(`admin.rights.class.${name}`)}
            description={name === "everything" ? undefined : t("admin.rights.rows", { rows })}
          />
        ))}
      </Checkbox.Group>
      <TextInput
        type="date"
        label={t("admin.rights.askedOn")}
        value={typed.askedOn}
        error={(isSent && !isDay(typed.askedOn) && t("field.badDate")) || (dayFault && t(`field.${dayFault}`))}
        onChange={({ currentTarget: { value } }) => set({ askedOn: value })}
      />
      <div className={styles.wide}>
        <LimitedInput
          label={t("admin.rights.reason")}
          description={t("admin.rights.eraseHint")}
          limit={messageMaxLength}
          value={typed.reason}
          error={isSent && typed.reason.trim() === "" ? t("field.required") : undefined}
          onChange={({ currentTarget: { value } }) => set({ reason: value })}
        />
      </div>
      {ask.error && refused.length === 0 && (
        <div className={styles.wide}>
          <Notice tone="failed">{errorText(t, ask.error)}</Notice>
        </div>
      )}
      <div className={styles.wide}>
        <Button type="submit" loading={ask.isPending}>
          {t("admin.rights.erase")}
        </Button>
      </div>
    </form>
  );
}

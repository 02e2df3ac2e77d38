/** Changes the password, with the current one. */

import { ApiError } from "@portico/api/errors.ts";
import { isPasswordLength, passwordLength } from "@portico/api/rules/password.ts";
import { type FormEvent, useState } from "react";
import { errorText, fieldErrorTexts } from "../shell/calls/api.tsx";
import { useChange } from "../shell/calls/use-change.ts";
import { alert } from "../shell/dialogs/alert.ts";
import { useProfile } from "../shell/session/session.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { NewPasswordField, PasswordField } from "../ui/password-field.tsx";
import { Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import { useFormFields } from "../ui/use-form-fields.ts";
import styles from "./profile.module.css";

type FieldName = "currentPassword" | "newPassword";

/** The error belongs to one of the two fields, or to none. */
function fieldOf(error: unknown): FieldName | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "wrongPassword") return "currentPassword";
  return error.code === "passwordLeaked" ? "newPassword" : undefined;
}

export function PasswordSection() {
  const t = useText();
  const { id, name, email } = useProfile();
  const { values, set, form, focusFirst } = useFormFields<FieldName>({ currentPassword: "", newPassword: "" });
  const [showFaults, setShowFaults] = useState(false);
  const change = useChange((api) => api.sessions.changePassword({ params: { id }, body: values }), {
    onSuccess: () => {
      set("currentPassword", "");
      set("newPassword", "");
      alert.success(t("users.password.changed"));
    },
    onError: (error) => focusFirst([fieldOf(error) ?? "currentPassword"]),
  });

  const faults: Partial<Record<FieldName, string>> = {
    ...(values.currentPassword === "" && { currentPassword: t("users.password.currentMissing") }),
    ...(!isPasswordLength(values.newPassword) && {
      newPassword: t("users.password.short", { length: passwordLength.min }),
    }),
  };
  const refused = fieldErrorTexts(t, change.error);
  const errorOf = (field: FieldName): string | undefined =>
    (showFaults ? faults[field] : undefined) ??
    (fieldOf(change.error) === field ? errorText(t, change.error) : refused[field]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = Object.keys(faults);
    setShowFaults(found.length > 0);
    if (found.length > 0) focusFirst(found);
    else if (!change.isPending) change.mutate();
  }

  return (
    <Section title={t("users.password.title")} hint={t("users.password.hint")}>
      <form ref={form} method="post" className={styles.form} onSubmit={submit} noValidate>
        {change.error && !fieldOf(change.error) && <Notice tone="failed">{errorText(t, change.error)}</Notice>}
        <input
          className="visually-hidden"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          name="currentPassword"
          label={t("users.password.current")}
          limit={passwordLength.max}
          value={values.currentPassword}
          onChange={(value) => set("currentPassword", value)}
          error={errorOf("currentPassword")}
        />
        <NewPasswordField
          name="newPassword"
          label={t("users.password.new")}
          limit={passwordLength.max}
          minLength={passwordLength.min}
          personalInputs={[name, email]}
          value={values.newPassword}
          onChange={(value) => set("newPassword", value)}
          error={errorOf("newPassword")}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="default" loading={change.isPending}>
            {t("users.password.submit")}
          </Button>
        </div>
      </form>
    </Section>
  );
}

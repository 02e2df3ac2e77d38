/** The first step of signing in: e-mail and password. */

import type { Factor } from "@portico/api/factors.ts";
import { passwordLength } from "@portico/api/rules/password.ts";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useState } from "react";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { useText } from "../ui/text.tsx";
import { useFormFields } from "../ui/use-form-fields.ts";
import { EmailField } from "./email-field.tsx";
import { signInFaults } from "./faults.ts";
import styles from "./sessions.module.css";
import { typedPerson, useTypedPerson } from "./typed-person.ts";

/** The server's answer to a right password. */
export interface FirstStep {
  email: string;
  isValidated: boolean;
  factors: Factor[];
}

export function SignInForm({ email, onDone }: { email: string; onDone: (step: FirstStep) => void }) {
  const t = useText();
  const api = useApi();
  const { values, set, form, focusFirst } = useFormFields({ email: email || typedPerson().email, password: "" });
  useTypedPerson({ email: values.email }, set, ["email"]);
  const [showFaults, setShowFaults] = useState(false);
  const faults = showFaults ? signInFaults(values) : [];
  const login = useMutation({
    mutationFn: () => api.sessions.login({ body: { email: values.email.trim(), password: values.password } }),
    onSuccess: onDone,
    onError: () => focusFirst(["password"]),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = signInFaults(values);
    setShowFaults(found.length > 0);
    if (found.length > 0) focusFirst(found);
    else if (!login.isPending) login.mutate();
  }

  return (
    <form ref={form} method="post" className={styles.form} onSubmit={submit} noValidate>
      {login.error && <Notice tone="failed">{errorText(t, login.error)}</Notice>}
      <EmailField
        value={values.email}
        onChange={(value) => set("email", value)}
        wrong={faults.includes("email")}
        offersPasskeys
      />
      <PasswordField
        name="password"
        required
        withAsterisk={false}
        limit={passwordLength.max}
        value={values.password}
        onChange={(value) => set("password", value)}
        error={faults.includes("password") && t("sessions.fault.password")}
      />
      <div className={styles.options}>
        <LocaleLink to="/reset">{t("sessions.login.forgot")}</LocaleLink>
      </div>
      <Button type="submit" fullWidth loading={login.isPending}>
        {t("sessions.login.submit")}
      </Button>
    </form>
  );
}

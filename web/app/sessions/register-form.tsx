/** Registration. A failure keeps all input and explains the reason. */

import { ApiError } from "@portico/api/errors.ts";
import { nameLimits } from "@portico/api/rules/limits.ts";
import { passwordLength } from "@portico/api/rules/password.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorText, fieldErrorTexts, useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { LocaleLink, useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { LimitedInput } from "../ui/limited-input.tsx";
import { Notice } from "../ui/notice.tsx";
import { NewPasswordField } from "../ui/password-field.tsx";
import { PhoneField } from "../ui/phone-field.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { useFormFields } from "../ui/use-form-fields.ts";
import { EmailField } from "./email-field.tsx";
import { type FieldName, fieldNames, registerFaults } from "./faults.ts";
import { storePendingEmail } from "./pending-email.ts";
import styles from "./sessions.module.css";
import { forgetTypedPerson, typedPerson, useTypedPerson } from "./typed-person.ts";

/** Why no account was created (docs/rules.md, Registration and calls). */
function RegisterFailure({ error }: { error: Error }) {
  const t = useText();
  if (!(error instanceof ApiError)) return <Notice tone="failed">{t("sessions.register.generic")}</Notice>;
  if (error.code === "emailInUse")
    return (
      <Notice tone="failed">
        <p>{t("sessions.register.emailInUse")}</p>
        <p className={styles.links}>
          <LocaleLink to="/login">{t("sessions.login.signIn")}</LocaleLink>
          <LocaleLink to="/reset">{t("sessions.reset.title")}</LocaleLink>
        </p>
      </Notice>
    );
  const isSpecific = error.status === 0 || ["tooManyRequests", "registrationClosed"].includes(error.code);
  return <Notice tone="failed">{isSpecific ? errorText(t, error) : t("sessions.register.generic")}</Notice>;
}

/** The visitor's country by their address; fetched only once. */
function useVisitorCountry() {
  const api = useApi();
  return useCall(api.countries.getVisitorCountry, {}, { staleTime: Number.POSITIVE_INFINITY });
}

function useRegister(values: Record<FieldName, string>, onFailure: (fields: string[]) => void) {
  const api = useApi();
  const language = useLanguage();
  const navigate = useLocaleNavigate();
  const t = useText();
  return useMutation({
    mutationFn: () =>
      api.sessions.register({
        body: { ...values, name: values.name.trim(), email: values.email.trim(), phone: values.phone.trim(), language },
      }),
    onSuccess: ({ email }) => {
      storePendingEmail(email);
      forgetTypedPerson();
      navigate("/verify");
    },
    onError: (error) => onFailure(Object.keys(serverFaults(error, t))),
  });
}

/** Texts for the fields that the server refused; a leaked password is an error of its field. */
function serverFaults(error: unknown, t: ReturnType<typeof useText>): Record<string, string> {
  const isLeaked = error instanceof ApiError && error.code === "passwordLeaked";
  return isLeaked ? { password: errorText(t, error) } : fieldErrorTexts(t, error);
}

export function RegisterForm() {
  const t = useText();
  const visitor = useVisitorCountry();
  const { values, set, form, focusFirst } = useFormFields({ ...typedPerson(), password: "" });
  useTypedPerson({ name: values.name, email: values.email, phone: values.phone }, set, ["name", "email", "phone"]);
  const [showFaults, setShowFaults] = useState(false);
  const register = useRegister(values, focusFirst);
  const faults = showFaults ? registerFaults(values) : [];
  const refused = serverFaults(register.error, t);
  const error = (name: FieldName): string | undefined => {
    if (!faults.includes(name)) return refused[name];
    return name === "password"
      ? t("sessions.fault.newPassword", { length: passwordLength.min })
      : t(`sessions.fault.${name}`);
  };
  const change = (name: FieldName) => (value: string) => set(name, value);

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = registerFaults(values);
    setShowFaults(found.length > 0);
    if (found.length > 0) focusFirst(fieldNames.filter((name) => found.includes(name)));
    else if (!register.isPending) register.mutate();
  }

  return (
    <form ref={form} method="post" className={styles.form} onSubmit={submit} noValidate>
      {/* What is wrong with a field is said there, once. */}
      {register.error && Object.keys(refused).length === 0 && <RegisterFailure error={register.error} />}
      <LimitedInput
        name="name"
        autoComplete="name"
        limit={nameLimits.person}
        required
        withAsterisk={false}
        label={t("sessions.field.name")}
        description={t("sessions.field.nameHint")}
        value={values.name}
        error={error("name")}
        onChange={(event) => set("name", event.currentTarget.value)}
      />
      <EmailField value={values.email} onChange={change("email")} error={error("email")} />
      <PhoneField
        required
        value={values.phone}
        onChange={change("phone")}
        suggestedCountry={visitor.data?.country}
        hint={t(visitor.isError ? "sessions.field.countryUnknown" : "sessions.field.phoneHint")}
        error={error("phone")}
      />
      <NewPasswordField
        name="password"
        required
        withAsterisk={false}
        limit={passwordLength.max}
        minLength={passwordLength.min}
        personalInputs={[values.name, values.email]}
        value={values.password}
        onChange={change("password")}
        error={error("password")}
      />
      <Button type="submit" fullWidth loading={register.isPending}>
        {t("sessions.register.submit")}
      </Button>
    </form>
  );
}

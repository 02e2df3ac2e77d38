/** Sets a new password with the mailed link: `/reset/{e-mail}?code={string}`. */

import { ApiError } from "@portico/api/errors.ts";
import { isEmail } from "@portico/api/rules/email.ts";
import { isPasswordLength, passwordLength } from "@portico/api/rules/password.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { errorText, fieldErrorTexts, useApi } from "../shell/calls/api.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { NewPasswordField } from "../ui/password-field.tsx";
import { useText } from "../ui/text.tsx";
import { useFormFields } from "../ui/use-form-fields.ts";
import { FirmDocuments } from "./firm-documents.tsx";
import { PublicHead } from "./public-head.tsx";
import styles from "./sessions.module.css";

export default function ResetPage() {
  const t = useText();
  const { user: email = "" } = useParams();
  const [search] = useSearchParams();
  const validationString = search.get("code") ?? "";
  // The link of an invitation: the account is new to its owner, who reads what registration shows.
  const isWelcome = search.has("welcome");
  const [saved, setSaved] = useState(false);
  const isComplete = isEmail(email) && validationString !== "";

  return (
    <>
      {/* The code in the address must not be sent to other sites. */}
      <meta name="referrer" content="no-referrer" />
      <PublicHead
        title={t(
          saved ? "sessions.reset.doneTitle" : isWelcome ? "sessions.reset.welcomeTitle" : "sessions.reset.title",
        )}
      >
        {saved
          ? t(isWelcome ? "sessions.reset.welcomeDone" : "sessions.reset.done")
          : isComplete && t(isWelcome ? "sessions.reset.welcomeLead" : "sessions.reset.lead", { email })}
      </PublicHead>
      {!isComplete && <Notice tone="failed">{t("sessions.reset.incomplete")}</Notice>}
      {isComplete && !saved && (
        <NewPassword email={email} validationString={validationString} onSaved={() => setSaved(true)} />
      )}
      {isWelcome && !saved && <FirmDocuments />}
      <p className={styles.foot}>
        {saved || isComplete ? (
          <LocaleLink to="/login">{t(saved ? "sessions.login.signIn" : "sessions.reset.backToSignIn")}</LocaleLink>
        ) : (
          <LocaleLink to="/reset">{t("sessions.reset.newLink")}</LocaleLink>
        )}
      </p>
    </>
  );
}

interface NewPasswordProps {
  email: string;
  validationString: string;
  onSaved: () => void;
}

function NewPassword({ email, validationString, onSaved }: NewPasswordProps) {
  const t = useText();
  const api = useApi();
  const { values, set, form, focusFirst } = useFormFields({ password: "" });
  const [showFault, setShowFault] = useState(false);
  const isShort = !isPasswordLength(values.password);
  const save = useMutation({
    mutationFn: () =>
      api.sessions.resetPassword({ params: { email }, body: { newPass: values.password, validationString } }),
    onSuccess: onSaved,
    onError: () => focusFirst(["password"]),
  });
  const code = save.error instanceof ApiError ? save.error.code : undefined;
  const ofField = code === "passwordLeaked" ? errorText(t, save.error) : fieldErrorTexts(t, save.error)["newPass"];

  function submit(event: FormEvent) {
    event.preventDefault();
    setShowFault(isShort);
    if (isShort) focusFirst(["password"]);
    else if (!save.isPending) save.mutate();
  }

  return (
    <form ref={form} method="post" className={styles.form} onSubmit={submit} noValidate>
      {save.error && !ofField && (
        <Notice tone="failed">
          <p>{code === "expiredCode" ? t("sessions.reset.expired") : errorText(t, save.error)}</p>
          {code === "expiredCode" && (
            <p>
              <LocaleLink to="/reset">{t("sessions.reset.newLink")}</LocaleLink>
            </p>
          )}
        </Notice>
      )}
      {/* Tells password managers which account the new password is for. */}
      <input
        className="visually-hidden"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <NewPasswordField
        name="password"
        label={t("sessions.field.newPassword")}
        required
        withAsterisk={false}
        limit={passwordLength.max}
        minLength={passwordLength.min}
        personalInputs={[email]}
        value={values.password}
        onChange={(value) => set("password", value)}
        error={showFault && isShort ? t("sessions.fault.newPassword", { length: passwordLength.min }) : ofField}
      />
      <Button type="submit" fullWidth loading={save.isPending}>
        {t("sessions.reset.submit")}
      </Button>
    </form>
  );
}

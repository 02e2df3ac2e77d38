/** Confirms the address after registering, also later: with the mailed code, or a new one. */

import { isEmail } from "@portico/api/rules/email.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { useFormFields } from "../ui/use-form-fields.ts";
import { CodeStep } from "./code-step.tsx";
import { EmailField } from "./email-field.tsx";
import { NoCodeSent } from "./no-code-sent.tsx";
import { forgetPendingEmail, storePendingEmail, usePendingEmail } from "./pending-email.ts";
import { PublicHead } from "./public-head.tsx";
import styles from "./sessions.module.css";
import { typedPerson, useTypedPerson } from "./typed-person.ts";

export default function VerifyPage() {
  const t = useText();
  const email = usePendingEmail();

  return (
    <>
      <PublicHead title={t("sessions.verify.title")}>
        {email ? t("sessions.verify.mailed", { email }) : t("sessions.verify.lead")}
      </PublicHead>
      {email ? (
        <>
          <CodeStep key={email} email={email} byMail />
          <p className={styles.foot}>
            <Button variant="subtle" size="sm" onClick={forgetPendingEmail}>
              {t("sessions.verify.other")}
            </Button>
            <LocaleLink to="/login">{t("sessions.login.signIn")}</LocaleLink>
          </p>
        </>
      ) : (
        <>
          <AskEmail onKnown={storePendingEmail} />
          <p className={styles.foot}>
            <LocaleLink to="/login">{t("sessions.reset.backToSignIn")}</LocaleLink>
          </p>
        </>
      )}
    </>
  );
}

/** Which account: a code is sent to it, unless the person has one. */
function AskEmail({ onKnown }: { onKnown: (email: string) => void }) {
  const t = useText();
  const api = useApi();
  const { values, set, form, focusFirst } = useFormFields({ email: typedPerson().email });
  useTypedPerson({ email: values.email }, set, ["email"]);
  const [showFault, setShowFault] = useState(false);
  const email = values.email.trim().toLowerCase();
  const send = useMutation({
    mutationFn: () => api.sessions.resendCode({ params: { email } }),
    onSuccess: ({ sent }) => {
      if (sent) onKnown(email);
    },
  });

  function ifFine(action: () => void) {
    setShowFault(!isEmail(email));
    if (isEmail(email)) action();
    else focusFirst(["email"]);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!send.isPending) ifFine(send.mutate);
  }

  return (
    <form ref={form} method="post" className={styles.form} onSubmit={submit} noValidate>
      {send.error && <Notice tone="failed">{errorText(t, send.error)}</Notice>}
      {send.data?.sent === false && <NoCodeSent />}
      <EmailField value={values.email} onChange={(value) => set("email", value)} wrong={showFault && !isEmail(email)} />
      <Button type="submit" fullWidth loading={send.isPending}>
        {t("sessions.verify.send")}
      </Button>
      <Button variant="default" fullWidth onClick={() => ifFine(() => onKnown(email))}>
        {t("sessions.verify.haveCode")}
      </Button>
    </form>
  );
}

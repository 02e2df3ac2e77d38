/** Requests the link for a new password; the answer is the same whether or not the account exists. */

import { isEmail } from "@portico/api/rules/email.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { useFormFields } from "../ui/use-form-fields.ts";
import { EmailField } from "./email-field.tsx";
import { PublicHead } from "./public-head.tsx";
import styles from "./sessions.module.css";
import { typedPerson, useTypedPerson } from "./typed-person.ts";

export default function ResetRequestPage() {
  const t = useText();
  const api = useApi();
  const { values, set, form, focusFirst } = useFormFields({ email: typedPerson().email });
  useTypedPerson({ email: values.email }, set, ["email"]);
  const [showFault, setShowFault] = useState(false);
  const email = values.email.trim();
  const send = useMutation({ mutationFn: () => api.sessions.generateReset({ params: { email } }) });

  function submit(event: FormEvent) {
    event.preventDefault();
    setShowFault(!isEmail(email));
    if (!isEmail(email)) focusFirst(["email"]);
    else if (!send.isPending) send.mutate();
  }

  return (
    <>
      <PublicHead title={t(send.isSuccess ? "sessions.reset.sentTitle" : "sessions.reset.requestTitle")}>
        {!send.isSuccess && t("sessions.reset.requestLead")}
      </PublicHead>
      {send.isSuccess ? (
        <>
          <Notice live>{t("sessions.reset.sent", { email })}</Notice>
          <Button variant="default" onClick={() => send.reset()}>
            {t("sessions.reset.again")}
          </Button>
        </>
      ) : (
        <form ref={form} method="post" className={styles.form} onSubmit={submit} noValidate>
          {send.error && <Notice tone="failed">{errorText(t, send.error)}</Notice>}
          <EmailField
            value={values.email}
            onChange={(value) => set("email", value)}
            wrong={showFault && !isEmail(email)}
          />
          <Button type="submit" fullWidth loading={send.isPending}>
            {t("sessions.reset.send")}
          </Button>
        </form>
      )}
      <p className={styles.foot}>
        <LocaleLink to="/login">{t("sessions.reset.backToSignIn")}</LocaleLink>
      </p>
    </>
  );
}

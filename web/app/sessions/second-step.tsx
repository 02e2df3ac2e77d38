/** The second step of signing in: a mailed code, an authenticator app's, or a passkey, as the account has them. */
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorText, useApi } from "../shell/api.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { CodeStep } from "./code-step.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { PublicHead } from "./public-head.tsx";
import styles from "./sessions.module.css";
import type { FirstStep } from "./sign-in-form.tsx";

type CodeFrom = "mail" | "authenticator" | undefined;

export function SecondStep({ step, onBack }: { step: FirstStep; onBack: () => void }) {
  const t = useText();
  const { email, factors, isValidated } = step;
  const [codeFrom, setCodeFrom] = useState<CodeFrom>(
    factors.includes("authenticator") ? "authenticator" : factors.includes("mail") ? "mail" : undefined,
  );
  const hasPasskey = factors.includes("passkey");
  const lead =
    codeFrom === "mail"
      ? t("sessions.code.mailed", { email })
      : t(codeFrom === "authenticator" ? "sessions.code.app" : "sessions.code.passkeyOnly");

  return (
    <>
      <PublicHead title={t("sessions.code.title")}>
        {lead} {codeFrom === "mail" && !isValidated && t("sessions.code.confirmsEmail")}
      </PublicHead>
      {codeFrom && (
        <CodeStep key={codeFrom} email={email} byMail={codeFrom === "mail"}>
          {factors.includes("mail") && factors.includes("authenticator") && (
            <OtherCode email={email} codeFrom={codeFrom} onChange={setCodeFrom} />
          )}
        </CodeStep>
      )}
      {hasPasskey && (
        <div className={styles.form}>
          {codeFrom && <p className={styles.or}>{t("sessions.code.or")}</p>}
          <PasskeyButton email={email} main={!codeFrom} />
        </div>
      )}
      <p className={styles.foot}>
        <Button variant="subtle" size="sm" onClick={onBack}>
          {t("sessions.code.back")}
        </Button>
      </p>
    </>
  );
}

/** From the app to the mailbox and back. */
function OtherCode({
  email,
  codeFrom,
  onChange,
}: {
  email: string;
  codeFrom: CodeFrom;
  onChange: (from: CodeFrom) => void;
}) {
  const t = useText();
  const api = useApi();
  const send = useMutation({
    mutationFn: () => api.sessions.resendCode({ params: { email } }),
    onSuccess: () => onChange("mail"),
  });
  if (codeFrom === "mail")
    return (
      <Button variant="subtle" size="sm" onClick={() => onChange("authenticator")}>
        {t("sessions.code.byApp")}
      </Button>
    );
  return (
    <>
      {send.error && <Notice tone="failed">{errorText(t, send.error)}</Notice>}
      <Button variant="subtle" size="sm" loading={send.isPending} onClick={() => send.mutate()}>
        {t("sessions.code.byMail")}
      </Button>
    </>
  );
}

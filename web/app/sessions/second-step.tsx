/** The second step of signing in: a mailed code, an authenticator code, or a passkey, depending on the account. */

import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { useText } from "../ui/text.tsx";
import { CodeStep } from "./code-step.tsx";
import { OtherCode } from "./other-code.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { PublicHead } from "./public-head.tsx";
import { RecoveryStep } from "./recovery-step.tsx";
import { type CodeSource, firstSource } from "./second-factor.ts";
import styles from "./sessions.module.css";
import type { FirstStep } from "./sign-in-form.tsx";

export function SecondStep({ step, onBack }: { step: FirstStep; onBack: () => void }) {
  const t = useText();
  const { email, factors, isValidated } = step;
  const [source, setSource] = useState<CodeSource>(() => firstSource(factors));
  const lead =
    source === "mail"
      ? t("sessions.code.mailed", { email })
      : source === "recoveryCode"
        ? t("sessions.recovery.lead")
        : t(source === "authenticator" ? "sessions.code.app" : "sessions.code.passkey");

  return (
    <>
      <PublicHead title={t("sessions.code.title")}>
        {lead} {source === "mail" && !isValidated && t("sessions.code.confirmsEmail")}
      </PublicHead>
      {source === "recoveryCode" && <RecoveryStep email={email} />}
      {source && source !== "recoveryCode" && <CodeStep key={source} email={email} byMail={source === "mail"} />}
      <div className={styles.others}>
        {factors.includes("passkey") && (
          <>
            {source && <p className={styles.or}>{t("sessions.code.or")}</p>}
            <PasskeyButton email={email} main={!source} />
          </>
        )}
        <OtherCode email={email} factors={factors} source={source} onChange={setSource} />
      </div>
      <p className={styles.foot}>
        <Button variant="subtle" size="sm" onClick={onBack}>
          {t("sessions.code.back")}
        </Button>
      </p>
    </>
  );
}

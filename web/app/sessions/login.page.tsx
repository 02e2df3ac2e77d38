/** Signing in: the password, then the second factor. */
import { lazy, Suspense, useState } from "react";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useText } from "../ui/text.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { PublicHead } from "./public-head.tsx";
import { SecondStep } from "./second-step.tsx";
import styles from "./sessions.module.css";
import { type FirstStep, SignInForm } from "./sign-in-form.tsx";
import { useOfferedPasskey } from "./use-offered-passkey.ts";

/** Not needed by clients: loaded after the page. */
const ProviderButtons = lazy(() => import("./provider-buttons.tsx"));

/** Signing in with a passkey alone: offered by the browser in the e-mail field, and with a button. */
function OfferedPasskey() {
  const t = useText();
  useOfferedPasskey();
  return (
    <div className={styles.others}>
      <p className={styles.or}>{t("sessions.code.or")}</p>
      <PasskeyButton main={false} />
    </div>
  );
}

export default function LoginPage() {
  const t = useText();
  const [step, setStep] = useState<FirstStep>();
  const [email, setEmail] = useState("");
  if (step)
    return (
      <SecondStep
        step={step}
        onBack={() => {
          setEmail(step.email);
          setStep(undefined);
        }}
      />
    );
  return (
    <>
      <PublicHead title={t("sessions.login.title")}>{t("sessions.login.lead")}</PublicHead>
      <SignInForm email={email} onDone={setStep} />
      <OfferedPasskey />
      <Suspense fallback={null}>
        <ProviderButtons />
      </Suspense>
      <p className={styles.foot}>
        {t("sessions.login.noAccount")} <LocaleLink to="/register">{t("sessions.login.register")}</LocaleLink>
      </p>
    </>
  );
}

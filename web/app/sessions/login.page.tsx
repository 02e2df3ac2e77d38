/** Signing in: the password, then the second factor. */
import { useState } from "react";
import { LocaleLink } from "../shell/locale-link.tsx";
import { useText } from "../ui/text.tsx";
import { PublicHead } from "./public-head.tsx";
import { SecondStep } from "./second-step.tsx";
import styles from "./sessions.module.css";
import { type FirstStep, SignInForm } from "./sign-in-form.tsx";

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
      <p className={styles.foot}>
        {t("sessions.login.noAccount")} <LocaleLink to="/register">{t("sessions.login.register")}</LocaleLink>
      </p>
    </>
  );
}

/** Registration; the mailed code follows at /verify. */
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { isId } from "../funds/check-id.ts";
import { rememberPage } from "../shell/guard/guarded.tsx";
import { useRootData } from "../shell/layouts/brand.ts";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { FirmDocuments } from "./firm-documents.tsx";
import { PublicHead } from "./public-head.tsx";
import { RegisterForm } from "./register-form.tsx";
import styles from "./sessions.module.css";

/** Who comes from a target fund is led back to it, as a client, once they are signed in. */
function useWantedFund(): void {
  const [search] = useSearchParams();
  const target = search.get("target") ?? "";
  useEffect(() => {
    if (isId(target)) rememberPage(`/target/${target}`);
  }, [target]);
}

export default function RegisterPage() {
  const t = useText();
  const { takesRegistrations, brand } = useRootData();
  useWantedFund();
  if (!takesRegistrations)
    return (
      <>
        <PublicHead title={t("sessions.register.title")}>{t("sessions.register.closedLead")}</PublicHead>
        <Notice tone="info">{t("sessions.register.closed", { firm: brand.name })}</Notice>
        <SignInInstead />
      </>
    );
  return (
    <>
      <PublicHead title={t("sessions.register.title")}>{t("sessions.register.lead")}</PublicHead>
      <RegisterForm />
      <FirmDocuments />
      <SignInInstead />
    </>
  );
}

function SignInInstead() {
  const t = useText();
  return (
    <p className={styles.foot}>
      {t("sessions.register.haveAccount")} <LocaleLink to="/login">{t("sessions.login.signIn")}</LocaleLink>
    </p>
  );
}

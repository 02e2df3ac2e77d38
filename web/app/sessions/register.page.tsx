/** Registration; the mailed code follows at /verify. */
import { LocaleLink } from "../shell/locale-link.tsx";
import { DocumentLink, useDocumentAddress } from "../shell/public/document-link.tsx";
import { useText } from "../ui/text.tsx";
import { PublicHead } from "./public-head.tsx";
import { RegisterForm } from "./register-form.tsx";
import styles from "./sessions.module.css";

export default function RegisterPage() {
  const t = useText();
  return (
    <>
      <PublicHead title={t("sessions.register.title")}>{t("sessions.register.lead")}</PublicHead>
      <RegisterForm />
      <Documents />
      <p className={styles.foot}>
        {t("sessions.register.haveAccount")} <LocaleLink to="/login">{t("sessions.login.signIn")}</LocaleLink>
      </p>
    </>
  );
}

/** Nothing, while the firm has published neither. */
function Documents() {
  const t = useText();
  const isAny = [useDocumentAddress("terms"), useDocumentAddress("privacy")].some((address) => address !== null);
  if (!isAny) return null;
  return (
    <p className={styles.foot}>
      {t("sessions.register.documents")} <DocumentLink name="terms">{t("shell.learnMore.terms")}</DocumentLink>{" "}
      <DocumentLink name="privacy">{t("shell.learnMore.privacy")}</DocumentLink>
    </p>
  );
}

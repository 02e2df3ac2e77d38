/** Registration; the mailed code follows at /verify. */
import { LocaleLink } from "../shell/locale-link.tsx";
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
      <p className={styles.foot}>
        {t("sessions.register.haveAccount")} <LocaleLink to="/login">{t("sessions.login.signIn")}</LocaleLink>
      </p>
    </>
  );
}

/** Why no account was created (docs/rules.md, Registration and calls). */
import { ApiError } from "@portico/api/errors.ts";
import { errorText } from "../shell/calls/api.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./sessions.module.css";

export function RegisterFailure({ error }: { error: Error }) {
  const t = useText();
  if (!(error instanceof ApiError)) return <Notice tone="failed">{t("sessions.register.generic")}</Notice>;
  if (error.status === 409)
    return (
      <Notice tone="failed">
        <p>{t("sessions.register.emailInUse")}</p>
        <p className={styles.links}>
          <LocaleLink to="/login">{t("sessions.login.signIn")}</LocaleLink>
          <LocaleLink to="/reset">{t("sessions.reset.title")}</LocaleLink>
        </p>
      </Notice>
    );
  const isSpecific = error.status === 0 || error.code === "tooManyRequests";
  return <Notice tone="failed">{isSpecific ? errorText(t, error) : t("sessions.register.generic")}</Notice>;
}

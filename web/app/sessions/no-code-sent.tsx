/** Said where a code was asked for and none was sent: nobody began to sign in here, or too long ago. */
import { LocaleLink } from "../shell/locale-link.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";

export function NoCodeSent() {
  const t = useText();
  return (
    <Notice tone="attention">
      {t("sessions.verify.notSent")} <LocaleLink to="/login">{t("sessions.login.signIn")}</LocaleLink>
    </Notice>
  );
}

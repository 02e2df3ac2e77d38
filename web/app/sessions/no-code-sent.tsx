/** Shown if a code was requested and none was sent: no sign-in was started in this browser, or too long ago. */
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
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

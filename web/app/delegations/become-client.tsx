/** For who only reads what others share: the way to an account of their own. */
import { ownFormPath } from "../shell/form-path.ts";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useProfile } from "../shell/session/session.ts";
import styles from "../ui/rows.module.css";
import { useText } from "../ui/text.tsx";

export function BecomeClient() {
  const t = useText();
  if (!useProfile().isOnlyDelegate) return null;
  return (
    <p className={styles.small} data-no-print>
      {t("reports.shared.notClient")} <LocaleLink to={ownFormPath}>{t("reports.shared.becomeClient")}</LocaleLink>
    </p>
  );
}

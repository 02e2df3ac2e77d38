/** Shown without JavaScript, which the portal's pages need. */
import { useText } from "../../ui/text.tsx";
import { useBrand } from "./brand.ts";
import styles from "./no-script.module.css";

export function NoScript() {
  const t = useText();
  const { name, supportEmail } = useBrand();
  return (
    <noscript>
      <div className={styles.notice}>
        <p className={styles.title}>{t("shell.noScript.title", { name })}</p>
        <p>{t("shell.noScript.explain", { email: supportEmail })}</p>
      </div>
    </noscript>
  );
}

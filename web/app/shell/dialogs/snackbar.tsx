/** Place of the alert: announced when it appears, closed after five seconds unless hovered or focused. */
import { useEffect, useState } from "react";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import { type AlertType, alert, alertMilliseconds, useAlert } from "./alert.ts";
import styles from "./snackbar.module.css";

const icons: Record<AlertType, IconName> = { error: "warning", warning: "info", success: "check" };

export function Snackbar() {
  const shown = useAlert();
  const [held, setHeld] = useState(false);
  const t = useText();
  useEffect(() => {
    if (!shown || held) return undefined;
    const timer = setTimeout(alert.clear, alertMilliseconds);
    return () => clearTimeout(timer);
  }, [shown, held]);

  return (
    <div
      className={styles.snackbar}
      role={shown?.type === "error" ? "alert" : "status"}
      aria-live={shown?.type === "error" ? "assertive" : "polite"}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      data-no-print
    >
      {shown && (
        <div className={styles.alert} data-type={shown.type}>
          <Icon name={icons[shown.type]} />
          <p>
            <span className="visually-hidden">{t(`ui.alert.${shown.type}`)}: </span>
            {shown.text}
          </p>
          <button type="button" className={styles.close} aria-label={t("ui.alert.dismiss")} onClick={alert.clear}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}

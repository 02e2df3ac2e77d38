/** Shown while the browser is offline; the content stays. */
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import { useOnline } from "../../ui/use-online.ts";
import styles from "./banner.module.css";

export function OfflineBanner() {
  const online = useOnline();
  const t = useText();
  return (
    <output className={styles.live} data-no-print>
      {!online && (
        <p className={styles.banner}>
          <Icon name="offline" />
          {t("shell.offline.message")}
        </p>
      )}
    </output>
  );
}

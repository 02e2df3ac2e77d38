/** Says so while the browser has no connection; what is shown stays. */
import { useSyncExternalStore } from "react";
import { Icon } from "../ui/icon.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./banner.module.css";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

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

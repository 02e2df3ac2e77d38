/** States of a part: empty, failed, loading. One sentence and one action. */

import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { NotLoaded, RowsSkeleton } from "./skeletons.tsx";
import styles from "./states.module.css";
import { useText } from "./text.tsx";
import { useOnline } from "./use-online.ts";

/** Empty: what would be here, and how to add it. */
export function Empty({
  title,
  children,
  action,
  icon = "info",
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  icon?: IconName;
}) {
  return (
    <div className={styles.state}>
      <span className={styles.sign}>
        <Icon name={icon} size={24} />
      </span>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** A part that failed and can be retried. `children` says what happened. */
export function LoadFailed({
  retry,
  retrying = false,
  children,
}: {
  retry: () => void;
  retrying?: boolean;
  children?: ReactNode;
}) {
  const t = useText();
  return (
    <div className={styles.state} role="alert">
      <span className={styles.sign} data-failed>
        <Icon name="warning" size={24} />
      </span>
      <p className={styles.title}>{t("ui.state.failed")}</p>
      <div className={styles.text}>{children ?? t("ui.state.failedExplain")}</div>
      <Button className={styles.action ?? ""} variant="default" size="sm" onClick={retry} loading={retrying}>
        {t("ui.action.retry")}
      </Button>
    </div>
  );
}

/** Announces that a part is loading, or waits for the connection, and shows a placeholder. */
export function Loading({ children }: { children?: ReactNode }) {
  const t = useText();
  const online = useOnline();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may not hold rows and tiles
    <div role="status" aria-busy="true">
      <p className={online ? "visually-hidden" : styles.text}>{t(online ? "ui.state.loading" : "ui.state.offline")}</p>
      <NotLoaded />
      <div className={styles.coming} data-no-print>
        {children ?? <RowsSkeleton />}
      </div>
    </div>
  );
}

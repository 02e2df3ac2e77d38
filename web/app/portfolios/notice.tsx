/** A neutral note for the reader. */
import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import styles from "./notice.module.css";

export function Notice({ title, children, action }: { title?: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.notice} role="note">
      <Icon name="info" />
      <div>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

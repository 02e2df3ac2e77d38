/** A calm word about something that the reader should know. */
import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import styles from "./notice.module.css";

export function Notice({ title, children }: { title?: string; children?: ReactNode }) {
  return (
    <div className={styles.notice} role="note">
      <Icon name="info" />
      <div>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  );
}

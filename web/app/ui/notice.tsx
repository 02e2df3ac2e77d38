/** A note for the reader in its place: neutral, a warning, or a failure. */
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./notice.module.css";

type NoticeTone = "info" | "done" | "attention" | "failed";

const signs: Record<NoticeTone, IconName> = { info: "info", done: "check", attention: "warning", failed: "warning" };

interface NoticeProps {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** Announced when it appears: a failure always is. */
  live?: boolean;
}

export function Notice({ tone = "info", title, children, live = tone === "failed" }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={live ? (tone === "failed" ? "alert" : "status") : undefined}>
      <Icon name={signs[tone]} />
      <div className={styles.content}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  );
}

/** The way back to the page that leads here. */
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import styles from "./back-link.module.css";
import { LocaleLink } from "./locale-link.tsx";

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LocaleLink to={to} className={styles.link} data-no-print>
      <Icon name="back" size={16} />
      {children}
    </LocaleLink>
  );
}

/** The sections as icons with labels; the open one is marked. */
import { Icon, type IconName } from "../../ui/icon.tsx";
import { type PlainKey, useText } from "../../ui/text.tsx";
import { LocaleNavLink } from "./locale-link.tsx";
import styles from "./navigation.module.css";

export interface NavigationItem {
  to: string;
  icon: IconName;
  label: PlainKey;
  /** Marked only at this path, not below it. */
  exact?: boolean;
}

/** How much in a section waits for the reader, by its path. */
export type Marks = Readonly<Record<string, number>>;

/** A number at an icon, and its words for screen readers. */
export function Mark({ count }: { count: number }) {
  const t = useText();
  if (count === 0) return null;
  return (
    <>
      <span className={styles.mark} data-count={count > 99 ? "99+" : count} aria-hidden="true" />
      <span className="visually-hidden">, {t("shell.nav.new", { count })}</span>
    </>
  );
}

export function Navigation({ items, marks = {} }: { items: readonly NavigationItem[]; marks?: Marks | undefined }) {
  const t = useText();
  return (
    <ul className={styles.list}>
      {items.map(({ to, icon, label, exact }) => (
        <li key={to}>
          <LocaleNavLink to={to} end={exact ?? false} className={styles.item ?? ""}>
            <Icon name={icon} size={22} />
            <span>{t(label)}</span>
            <Mark count={marks[to] ?? 0} />
          </LocaleNavLink>
        </li>
      ))}
    </ul>
  );
}

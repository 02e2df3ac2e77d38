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

/** A number at an icon. Its words belong to the name of the link or button: `useMarkedName`. */
export const Mark = ({ count }: { count: number }) =>
  count > 0 && <span className={styles.mark} data-count={count > 99 ? "99+" : count} aria-hidden="true" />;

/** "Chat, 2 new": the name of a link or button with a mark, as one sentence; undefined without a mark. */
export function useMarkedName(): (label: string, count: number) => string | undefined {
  const t = useText();
  return (label, count) => (count > 0 ? `${label}, ${t("shell.nav.new", { count })}` : undefined);
}

export function Navigation({ items, marks = {} }: { items: readonly NavigationItem[]; marks?: Marks | undefined }) {
  const t = useText();
  const markedName = useMarkedName();
  return (
    <ul className={styles.list}>
      {items.map(({ to, icon, label, exact }) => (
        <li key={to}>
          <LocaleNavLink
            to={to}
            end={exact ?? false}
            className={styles.item ?? ""}
            aria-label={markedName(t(label), marks[to] ?? 0)}
          >
            <Icon name={icon} size={22} />
            <span>{t(label)}</span>
            <Mark count={marks[to] ?? 0} />
          </LocaleNavLink>
        </li>
      ))}
    </ul>
  );
}

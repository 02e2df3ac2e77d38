/** The sections as icons with labels; the open one is marked. */
import { Icon, type IconName } from "../ui/icon.tsx";
import { type PlainKey, useText } from "../ui/text.tsx";
import { LocaleNavLink } from "./locale-link.tsx";
import styles from "./navigation.module.css";

export interface NavigationItem {
  to: string;
  icon: IconName;
  label: PlainKey;
  /** Marked only at this path, not below it. */
  exact?: boolean;
}

export function Navigation({ items }: { items: readonly NavigationItem[] }) {
  const t = useText();
  return (
    <ul className={styles.list}>
      {items.map(({ to, icon, label, exact }) => (
        <li key={to}>
          <LocaleNavLink to={to} end={exact ?? false} className={styles.item ?? ""}>
            <Icon name={icon} size={22} />
            <span>{t(label)}</span>
          </LocaleNavLink>
        </li>
      ))}
    </ul>
  );
}

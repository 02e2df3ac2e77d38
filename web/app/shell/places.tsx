/** The sections as icons with labels; the open one is marked. */
import { Icon, type IconName } from "../ui/icon.tsx";
import { type PlainKey, useText } from "../ui/text.tsx";
import { LocaleNavLink } from "./locale-link.tsx";
import styles from "./places.module.css";

export interface Place {
  to: string;
  icon: IconName;
  word: PlainKey;
  /** Marked only at this path, not below it. */
  exact?: boolean;
}

export function Places({ places }: { places: readonly Place[] }) {
  const t = useText();
  return (
    <ul className={styles.places}>
      {places.map(({ to, icon, word, exact }) => (
        <li key={to}>
          <LocaleNavLink to={to} end={exact ?? false} className={styles.place ?? ""}>
            <Icon name={icon} size={22} />
            <span>{t(word)}</span>
          </LocaleNavLink>
        </li>
      ))}
    </ul>
  );
}

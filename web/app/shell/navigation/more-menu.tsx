/** On a phone: what does not fit into the bottom bar. */

import { isStaff } from "@portico/api/permissions.ts";
import { useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { useText } from "../../ui/text.tsx";
import { useSession } from "../session/session.ts";
import { useSignOut } from "../session/sign-out.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { LocaleLink, useLocalPath } from "./locale-link.tsx";
import styles from "./more-menu.module.css";
import navigationStyles from "./navigation.module.css";
import { Mark, type Marks, type NavigationItem, useMarkedName } from "./navigation.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

/** Loaded when first opened. */
const Sheet = loadedPart(async () => ({ default: (await import("../../ui/sheet.tsx")).Sheet }));

interface MoreMenuProps {
  className?: string | undefined;
  /** Sections that do not fit into the bar. */
  items: readonly NavigationItem[];
  marks?: Marks | undefined;
}

export function MoreMenu({ className, items, marks = {} }: MoreMenuProps) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const session = useSession();
  const signOut = useSignOut();
  const inAdmin = useLocalPath().startsWith("/admin");
  const markedName = useMarkedName();
  const marked = items.reduce((sum, { to }) => sum + (marks[to] ?? 0), 0);
  const close = () => setOpen(false);
  return (
    <div className={className} style={{ flex: 1 }}>
      <button
        type="button"
        className={navigationStyles.item}
        style={{ width: "100%" }}
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-label={markedName(t("shell.nav.more"), marked)}
        onClick={() => {
          setWasOpened(true);
          setOpen(true);
        }}
      >
        <Icon name="more" size={22} />
        <span>{t("shell.nav.more")}</span>
        <Mark count={marked} />
      </button>
      {wasOpened && (
        <Sheet opened={open} onClose={close} title={session?.profile.name ?? t("shell.nav.more")}>
          <ul className={styles.list}>
            {items.map(({ to, icon, label }) => (
              <li key={to}>
                <LocaleLink to={to} className={styles.item} aria-label={markedName(t(label), marks[to] ?? 0)}>
                  <Icon name={icon} />
                  {t(label)}
                  <span className={styles.mark}>
                    <Mark count={marks[to] ?? 0} />
                  </span>
                </LocaleLink>
              </li>
            ))}
            <li className={styles.row}>
              <span>{t("shell.language.label")}</span>
              <LanguageSwitch />
            </li>
            <li className={styles.row}>
              <span>{t("shell.theme.label")}</span>
              <ThemeChoice />
            </li>
            {session && isStaff(session.profile.role) && (
              <li>
                <LocaleLink to={inAdmin ? "/dashboard" : "/admin"} className={styles.item}>
                  <Icon name={inAdmin ? "dashboard" : "people"} />
                  {inAdmin ? t("shell.nav.backToPortal") : t("shell.nav.toStaff")}
                </LocaleLink>
              </li>
            )}
            {inAdmin && (
              <li>
                <LocaleLink to="/admin/profile" className={styles.item}>
                  <Icon name="person" />
                  {t("shell.nav.profile")}
                </LocaleLink>
              </li>
            )}
            <li>
              <button type="button" className={styles.item} onClick={signOut}>
                <Icon name="signOut" />
                {t("shell.account.signOut")}
              </button>
            </li>
          </ul>
        </Sheet>
      )}
    </div>
  );
}

/** The person's menu on a large screen: profile, the other side of the portal, signing out. */
import { isStaff } from "@portico/api/permissions.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import { LocaleLink, useLocalPath } from "../navigation/locale-link.tsx";
import styles from "./person-menu.module.css";
import { useSession } from "./session.ts";
import { useSignOut } from "./sign-out.tsx";

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase())
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join("");

export function PersonMenu() {
  const t = useText();
  const session = useSession();
  const signOut = useSignOut();
  const inAdmin = useLocalPath().startsWith("/admin");
  if (!session) return <div className={styles.button} aria-hidden="true" />;
  const { name, email, role } = session.profile;
  return (
    <Disclosure
      button={
        <>
          <span aria-hidden="true">{initialsOf(name)}</span>
          <span className="visually-hidden">{t("shell.account.menu", { name })}</span>
        </>
      }
      buttonClassName={styles.button}
    >
      {(close) => (
        <>
          <div className={styles.person}>
            <p>{name}</p>
            <p>{email}</p>
          </div>
          <LocaleLink to={inAdmin ? "/admin/profile" : "/profile"} className={styles.item} onClick={close}>
            <Icon name="person" />
            {t("shell.nav.profile")}
          </LocaleLink>
          {isStaff(role) && (
            <LocaleLink to={inAdmin ? "/dashboard" : "/admin"} className={styles.item} onClick={close}>
              <Icon name={inAdmin ? "dashboard" : "people"} />
              {inAdmin ? t("shell.nav.backToPortal") : t("shell.nav.toStaff")}
            </LocaleLink>
          )}
          <button type="button" className={styles.item} onClick={signOut}>
            <Icon name="signOut" />
            {t("shell.account.signOut")}
          </button>
        </>
      )}
    </Disclosure>
  );
}

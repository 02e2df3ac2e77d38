/** The person's menu on a desk: profile, the other side of the portal, signing out. */
import { Menu } from "@mantine/core";
import { isStaff } from "@portico/api/permissions.ts";
import { Icon } from "../ui/icon.tsx";
import { useText } from "../ui/text.tsx";
import { LocaleLink, useLocalPath } from "./locale-link.tsx";
import styles from "./person-menu.module.css";
import { useSession } from "./session.ts";
import { useSignOut } from "./sign-out.ts";

export const initialsOf = (name: string): string =>
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
    <Menu position="bottom-end" width={240} radius="lg" shadow="md">
      <Menu.Target>
        <button type="button" className={styles.button} aria-label={t("shell.account.menu", { name })}>
          {initialsOf(name)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.person}>
          <p>{name}</p>
          <p>{email}</p>
        </div>
        <Menu.Divider />
        <Menu.Item renderRoot={(props) => <LocaleLink to="/profile" {...props} />} leftSection={<Icon name="person" />}>
          {t("shell.nav.profile")}
        </Menu.Item>
        {isStaff(role) && (
          <Menu.Item
            renderRoot={(props) => <LocaleLink to={inAdmin ? "/dashboard" : "/admin"} {...props} />}
            leftSection={<Icon name={inAdmin ? "dashboard" : "people"} />}
          >
            {inAdmin ? t("shell.nav.backToPortal") : t("shell.nav.toStaff")}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="signOut" />} onClick={() => void signOut()}>
          {t("shell.account.signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

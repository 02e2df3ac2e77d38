/** For whom the person acts; always in sight, and only known to the browser. */
import { isStaff } from "@portico/api/permissions.ts";
import { useText } from "../ui/text.tsx";
import styles from "./account-selector.module.css";
import { useSession } from "./session.ts";

export function AccountSelector() {
  const t = useText();
  const session = useSession();
  if (!session) return <div className={styles.selector} />;
  const { name, client_number, role } = session.profile;
  return (
    <div className={styles.selector}>
      <p className={styles.name}>
        <span className={styles.acting}>{t("shell.account.actingFor")}</span> {name}
      </p>
      <p className={styles.number}>
        {client_number
          ? t("shell.account.clientNumber", { number: client_number })
          : isStaff(role)
            ? t(`users.role.${role}`)
            : t("shell.account.noClientNumber")}
      </p>
    </div>
  );
}

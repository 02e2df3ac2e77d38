/** The client's data. */
import type { UserData } from "@portico/api/users.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { RecordTime } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { ClientNumberForm } from "./client-number-form.tsx";
import styles from "./user.module.css";
import { UserNameForm } from "./user-name-form.tsx";

export function UserDetails({ user }: { user: UserData }) {
  const t = useText();
  const mayChange = useHasLevel("office");
  const facts = Object.entries(user.client_data);
  const { language } = user.preferences;
  return (
    <Section title={t("admin.client.details")}>
      <dl className={styles.facts}>
        <dt>{t("admin.clients.email")}</dt>
        <dd>
          <a href={`mailto:${user.email}`}>{user.email}</a>
        </dd>
        <dt>{t("admin.client.confirmedEmail")}</dt>
        <dd>{t(user.isValidated ? "admin.client.yes" : "admin.client.no")}</dd>
        {!mayChange && (
          <>
            <dt>{t("admin.client.number")}</dt>
            <dd>{user.client_number ?? t("admin.client.numberNone")}</dd>
          </>
        )}
        {language && (
          <>
            <dt>{t("admin.client.language")}</dt>
            <dd>{t(`shell.language.${language}`)}</dd>
          </>
        )}
        <dt>{t("admin.client.registered")}</dt>
        <dd>
          <RecordTime at={user.created_at} />
        </dd>
        <dt>{t("admin.client.id")}</dt>
        <dd>{user.id}</dd>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      <div className={styles.gap}>
        {mayChange ? (
          <div className={styles.forms}>
            <ClientNumberForm user={user} />
            <UserNameForm user={user} />
          </div>
        ) : (
          <p className={styles.small}>{t("admin.client.readOnly")}</p>
        )}
      </div>
    </Section>
  );
}

/** A value that staff keep; its label is theirs. */
function Fact({ name, value }: { name: string; value: unknown }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value)}</dd>
    </>
  );
}

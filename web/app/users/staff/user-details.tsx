/** The client's data. */
import { RecordTime } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { ClientNumberForm } from "./client-number-form.tsx";
import type { User } from "./use-user.ts";
import styles from "./user.module.css";
import { UserNameForm } from "./user-name-form.tsx";

export function UserDetails({ user }: { user: User }) {
  const t = useText();
  const canChange = user.can?.change ?? false;
  const canName = user.can?.setName ?? false;
  // Staff get none; one of before is taken away.
  const canNumber = canChange && (user.role === "client" || user.client_number !== null);
  const facts = Object.entries(user.client_data);
  const { language } = user.preferences;
  return (
    <Section title={t("admin.client.details")}>
      <dl className={styles.facts}>
        <dt>{t("admin.clients.email")}</dt>
        <dd>
          <a href={`mailto:${user.email}`}>{user.email}</a>
          {user.returnedMail && <ReturnedMail mail={user.returnedMail} />}
        </dd>
        <dt>{t("admin.client.confirmedEmail")}</dt>
        <dd>{t(user.isValidated ? "admin.client.yes" : "admin.client.no")}</dd>
        {!canNumber && (
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
        {canNumber || canName ? (
          <div className={styles.forms}>
            {canNumber && <ClientNumberForm user={user} />}
            {canName && <UserNameForm user={user} />}
          </div>
        ) : (
          !canChange && <p className="small">{t("admin.client.readOnly")}</p>
        )}
      </div>
    </Section>
  );
}

/** The address does not work, or did not lately. */
function ReturnedMail({ mail: { returned, at, status, reason } }: { mail: NonNullable<User["returnedMail"]> }) {
  const t = useText();
  const said = [status !== null && !reason.includes(status) && status, reason].filter(Boolean).join(" ");
  return (
    <Notice tone={returned === "failed" ? "failed" : "attention"} live={false}>
      <p>
        {t(`admin.client.mail.${returned}`)} <RecordTime at={at} />
      </p>
      {said !== "" && <p className="small">{t("admin.client.mail.reason", { reason: said })}</p>}
    </Notice>
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

/** The client's data. */
import { Fragment } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { factText, nameOfField } from "../../shell/staff/data-field-values.ts";
import { RecordTime } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
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
  const own = useLanguage();
  const { data: fields = [] } = useCall(useApi().dataFields.list);
  const facts = fields.filter(({ label }) => user.client_data[label] !== undefined);
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
        {facts.map((field) => (
          <Fragment key={field.id}>
            <dt>{nameOfField(field, own)}</dt>
            <dd>{factText(t, own, field, user.client_data[field.label])}</dd>
          </Fragment>
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

/** Who a person is to the firm, to read. */
import { openStates } from "@portico/api/holder-states.ts";
import { LocaleLink } from "../shell/locale-link.tsx";
import type { Profile } from "../shell/session.ts";
import { Moment } from "../ui/dates.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./profile.module.css";
import { hasKycState } from "./user-badges.tsx";

/** `withName`: to staff who look through the person's eyes; the person has a field for it, and the way to the form. */
export function PersonFacts({ person, withName }: { person: Profile; withName?: boolean }) {
  const t = useText();
  return (
    <dl className={styles.facts}>
      {withName && (
        <>
          <dt>{t("users.profile.name")}</dt>
          <dd>{person.name}</dd>
        </>
      )}
      <dt>{t("users.profile.email")}</dt>
      <dd>
        {person.email}
        <small>{t("users.profile.emailHint")}</small>
      </dd>
      <dt>{t("users.profile.phone")}</dt>
      <dd>{person.phone ?? t("users.profile.noPhone")}</dd>
      <dt>{t("users.profile.clientNumber")}</dt>
      <dd>{person.client_number ?? t("users.profile.noClientNumber")}</dd>
      {hasKycState(person) && (
        <>
          <dt>{t("users.profile.state")}</dt>
          <dd>
            <StatusBadge status={person.state}>{t(`users.verification.${person.state}`)}</StatusBadge>
            {!withName && openStates.includes(person.state) && (
              <LocaleLink to="/form/KYC" className={styles.toForm}>
                {t("onboarding.alert.beginAction")}
              </LocaleLink>
            )}
          </dd>
        </>
      )}
      <dt>{t("users.profile.since")}</dt>
      <dd>
        <Moment at={person.created_at} />
      </dd>
    </dl>
  );
}

/** The person's data at the firm, read-only. */
import type { ReactNode } from "react";
import type { Profile } from "../shell/session/session.ts";
import { Moment } from "../ui/dates.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./profile.module.css";
import { hasKycState } from "./user-badges.tsx";

interface PersonFactsProps {
  person: Profile;
  /** For staff in view-as; the person has a field for it. */
  withName?: boolean;
  /** The link to the form, next to its status. */
  toForm?: ReactNode;
}

export function PersonFacts({ person, withName, toForm }: PersonFactsProps) {
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
      <dd>
        {person.client_number ??
          t(person.state === "rejected" ? "users.profile.neverClientNumber" : "users.profile.noClientNumber")}
      </dd>
      {hasKycState(person) && (
        <>
          <dt>{t("users.profile.state")}</dt>
          <dd>
            <StatusBadge status={person.state}>{t(`users.verification.${person.state}`)}</StatusBadge>
            {toForm}
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

/** Who a person is to the firm, to read. */
import { isStaff } from "@portico/api/permissions.ts";
import type { UserData } from "@portico/api/users.ts";
import { Moment } from "../ui/dates.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./profile.module.css";

export function PersonFacts({ person, withName }: { person: UserData; withName?: boolean }) {
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
      {/* Of staff who never sent a form there is nothing to verify. */}
      {!(isStaff(person.role) && person.state === "preKYC") && (
        <>
          <dt>{t("users.profile.state")}</dt>
          <dd>
            <StatusBadge status={person.state}>{t(`users.verification.${person.state}`)}</StatusBadge>
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

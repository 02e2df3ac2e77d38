/** A client's profile in view-as: read-only, and without the account's secrets. */
import type { Holder } from "@portico/api/shapes.ts";
import type { UserData } from "@portico/api/users.ts";
import type { ReactNode } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Notice } from "../ui/notice.tsx";
import { Section } from "../ui/section.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { AccessesSection } from "./accesses-section.tsx";
import { PersonFacts } from "./person-facts.tsx";
import styles from "./profile.module.css";

/** `children`: data about the person from other domains. */
export function ViewedProfile({ holder, children }: { holder: Holder; children: ReactNode }) {
  return holder.holderType === "user" ? (
    <ViewedPerson id={holder.holderId}>{children}</ViewedPerson>
  ) : (
    <ViewedCompany />
  );
}

function ViewedPerson({ id, children }: { id: number; children: ReactNode }) {
  const t = useText();
  const api = useApi();
  const query = useCall(
    api.users.get,
    { params: { id } },
    // Not the cache of the staff's own page: each view-as access is logged.
    { variant: "viewed" },
  );
  const person = query.data;
  if (!person) return <PendingQuery query={query} />;
  return (
    <>
      <Section title={t("users.profile.person")}>
        <PersonFacts person={person} withName />
      </Section>
      {children}
      <Preferences person={person} />
      <Notice>
        <p>{t("users.viewed.leftOut")}</p>
      </Notice>
      <AccessesSection of={person} />
    </>
  );
}

function Preferences({ person: { preferences } }: { person: UserData }) {
  const t = useText();
  const language = useLanguage();
  return (
    <Section title={t("users.preferences.title")}>
      <dl className={styles.facts}>
        <dt>{t("users.preferences.language")}</dt>
        <dd>{t(`shell.language.${preferences.language ?? language}`)}</dd>
        <dt>{t("users.preferences.range")}</dt>
        <dd>{t(`users.preferences.range${preferences.portfolioRange ?? "1Y"}`)}</dd>
        <dt>{t("users.preferences.mail")}</dt>
        <dd>{t(preferences.mailOnPortfolioChange ? "users.viewed.yes" : "users.viewed.no")}</dd>
      </dl>
    </Section>
  );
}

/** A company has no profile: the page belongs to its representative, whom this view-as does not include. */
function ViewedCompany() {
  const t = useText();
  const { name, state, clientNumber } = useActiveHolder();
  return (
    <>
      <Section title={t("users.viewed.company")}>
        <dl className={styles.facts}>
          <dt>{t("users.viewed.companyName")}</dt>
          <dd>{name}</dd>
          <dt>{t("users.profile.clientNumber")}</dt>
          <dd>
            {clientNumber ??
              t(state === "rejected" ? "users.profile.neverClientNumber" : "users.profile.noClientNumber")}
          </dd>
          <dt>{t("users.viewed.companyState")}</dt>
          <dd>
            <StatusBadge status={state}>{t(`companies.state.${state}`)}</StatusBadge>
          </dd>
        </dl>
      </Section>
      <Notice>
        <p>{t("users.viewed.companyPerson")}</p>
      </Notice>
    </>
  );
}

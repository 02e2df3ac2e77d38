/** The person's own page: details, preferences, and sign-in methods. In view-as, what staff may see of it. */
import { useEffect } from "react";
import { OwnSignIns } from "../analytics/own-sign-ins.tsx";
import { CompaniesSection } from "../companies/companies-section.tsx";
import { ViewedCompanies } from "../companies/viewed-companies.tsx";
import { AccessLink } from "../delegations/access-link.tsx";
import { FormLink } from "../onboarding/form-link.tsx";
import { AccountsLink } from "../payments/accounts/accounts-link.tsx";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { changeProfile, useProfile } from "../shell/session/session.ts";
import { PageHead } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import { AccessesSection } from "./accesses-section.tsx";
import { ContactSection } from "./contact-section.tsx";
import { FactorsSection } from "./factors-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { PersonSection } from "./person-section.tsx";
import { PreferencesSection } from "./preferences-section.tsx";
import styles from "./profile.module.css";
import { SessionsSection } from "./sessions-section.tsx";
import { ViewedProfile } from "./viewed-profile.tsx";

/** Current name, state and client number; the browser's copy may be old. */
function useFreshState() {
  const api = useApi();
  const { id } = useProfile();
  const { data } = useCall(api.users.getState, { params: { id } });
  useEffect(() => {
    if (data) changeProfile(data);
  }, [data]);
}

export default function ProfilePage() {
  const t = useText();
  const { readOnly, holder } = useActiveHolder();
  return (
    <div className={styles.page}>
      <PageTitle>{t("users.profile.title")}</PageTitle>
      <PageHead title={t("users.profile.title")}>{t("users.profile.lead")}</PageHead>
      {readOnly ? (
        <ViewedProfile holder={holder}>
          <ViewedCompanies userId={holder.holderId} />
        </ViewedProfile>
      ) : (
        <OwnProfile />
      )}
    </div>
  );
}

function OwnProfile() {
  const profile = useProfile();
  useFreshState();
  return (
    <>
      <PersonSection toForm={<FormLink className={styles.toForm} />} />
      <CompaniesSection />
      {profile.role === "client" && <AccountsLink className={styles.toForm} />}
      {profile.role === "client" && <AccessLink className={styles.toForm} />}
      <ContactSection />
      <PreferencesSection />
      <div id="password">
        <PasswordSection />
      </div>
      <div id="security">
        <FactorsSection />
      </div>
      <div id="sessions">
        <SessionsSection />
      </div>
      <OwnSignIns />
      <div id="accesses">
        <AccessesSection of={profile} />
      </div>
    </>
  );
}

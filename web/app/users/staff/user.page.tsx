/** The overview of a client or company for staff. */
import { HolderSignIns } from "../../analytics/staff/holder-sign-ins.tsx";
import { InCharge } from "../../colleagues/staff/in-charge.tsx";
import { CompanyPage } from "../../companies/staff/company.page.tsx";
import { ClientContracts } from "../../contracts/staff/client-contracts.tsx";
import { ClientDocuments } from "../../documents/staff/client-documents.tsx";
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { HolderActions } from "../../holders/staff/holder-actions.tsx";
import { useHolderOfAddress } from "../../holders/staff/holder-address.ts";
import { Representation } from "../../holders/staff/representation.tsx";
import { NotifyForm } from "../../notifications/staff/notify-form.tsx";
import { ClientRequests } from "../../payments/staff/client-requests.tsx";
import { OpenProposals } from "../../proposals/staff/open-proposals.tsx";
import { ScreeningMark } from "../../screening/staff/screening-mark.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { ViewAsButton } from "../../view-as/staff/view-as-button.tsx";
import { UserRole } from "../user-badges.tsx";
import { useUser, useUserCompanies } from "./use-user.ts";
import styles from "./user.module.css";
import { UserDetails } from "./user-details.tsx";
import { UserFacts, UserGroups } from "./user-facts.tsx";
import { UserRoleForm } from "./user-role-form.tsx";
import { UserSecondFactor } from "./user-second-factor.tsx";

export default function HolderPage() {
  const { holderType, holderId } = useHolderOfAddress();
  return holderType === "company" ? (
    <CompanyPage key={holderId} id={holderId} />
  ) : (
    <UserView key={holderId} id={holderId} />
  );
}

function UserView({ id }: { id: number }) {
  const t = useText();
  const query = useUser(id);
  const user = query.data;
  const companies = useUserCompanies(id);
  const mayReadSignIns = useHasLevel("admin");
  if (!user)
    return (
      <>
        <PageTitle>{t("admin.clients.title")}</PageTitle>
        <AwaitedHolder query={query} kind="user" />
      </>
    );
  const holder = { holderType: "user", holderId: id } as const;
  const isClient = user.role === "client";
  return (
    <>
      <PageTitle>{user.name}</PageTitle>
      <PageHead
        title={user.name}
        actions={
          isClient && (
            <ViewAsButton holder={holder} name={user.name} state={user.state} clientNumber={user.client_number} />
          )
        }
      >
        <UserRole role={user.role} />
        {isClient && <ScreeningMark holder={holder} />}
      </PageHead>
      <OpenProposals holder={holder} />
      <div className={styles.columns}>
        <div>
          <HolderActions
            holder={holder}
            name={user.name}
            listed={user.listed_state ?? user.state}
            stateBefore={user.state_before_disabled ?? null}
            everStaff={user.everStaff ?? false}
            can={user.can}
          />
          <UserDetails key={user.id} user={user} />
          <UserFacts user={user} />
          <UserGroups id={user.id} canChange={user.can?.change ?? false} />
          {user.can?.setRole && <UserRoleForm key={user.role} user={user} />}
          {user.can?.resetFactors && <UserSecondFactor user={user} />}
        </div>
        <div>
          {isClient && (
            <>
              <ClientRequests holder={holder} />
              <ClientContracts holder={holder} />
              <ClientDocuments holder={holder} />
              <Representation
                of={{ userId: user.id }}
                others={user.repCompanies.map((companyId) => ({
                  id: companyId,
                  name: companies.find((one) => one.id === companyId)?.name ?? "",
                }))}
                canEdit={user.can?.represent ?? false}
              />
            </>
          )}
          <InChargeOf user={user} />
          {user.can?.notify && <NotifyForm to={holder} />}
          {mayReadSignIns && <HolderSignIns userId={id} />}
        </div>
      </div>
    </>
  );
}

function InChargeOf({ user }: { user: NonNullable<ReturnType<typeof useUser>["data"]> }) {
  const { id, name, assigned_to, can } = user;
  return (
    <InCharge
      holder={{ holderType: "user", holderId: id, name }}
      current={assigned_to ?? null}
      canAssign={can?.change ?? false}
    />
  );
}

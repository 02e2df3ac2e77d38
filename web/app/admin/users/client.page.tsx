/** A client as staff see them: who, under which number, with what. */
import { data, type LoaderFunctionArgs, useParams } from "react-router";
import { LocaleLink } from "../../shell/locale-link.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { hasKycState, UserRole } from "../../users/user-badges.tsx";
import { CompanyView } from "../companies/company-view.tsx";
import { AwaitedHolder } from "../holders/awaited-holder.tsx";
import { HolderActions } from "../holders/holder-actions.tsx";
import { InCharge } from "../holders/in-charge.tsx";
import { ListedStateBadge } from "../holders/listed-state.tsx";
import { NotifyForm } from "../holders/notify-form.tsx";
import { OpenProposals } from "../holders/open-proposals.tsx";
import { Representation } from "../holders/representation.tsx";
import { Timeline } from "../holders/timeline.tsx";
import { ViewAsButton } from "../holders/view-as-button.tsx";
import { ClientImports } from "../imports/client-imports.tsx";
import { ClientRequests } from "../portfolios/client-requests.tsx";
import styles from "./client.module.css";
import { ClientDetails } from "./client-details.tsx";
import { ClientFacts, ClientGroups } from "./client-facts.tsx";
import { ClientPortfolio } from "./client-portfolio.tsx";
import { ClientRole } from "./client-role.tsx";
import { ClientSecondFactor } from "./client-second-factor.tsx";
import { useClient, useClientCompanies } from "./use-client.ts";

/** Profiles are of users and companies; any other mode or id is no page. */
function check({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): null {
  if (
    (params["profileMode"] !== "user" && params["profileMode"] !== "company") ||
    !/^[1-9]\d{0,15}$/.test(params["id"] ?? "")
  )
    throw data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
  return null;
}
export const loader = check;
/** In the browser the answer is known without asking the server. */
export const clientLoader = check;

export default function HolderPage() {
  const t = useText();
  const { profileMode, id } = useParams();
  const isCompany = profileMode === "company";
  return (
    <>
      <LocaleLink to={isCompany ? "/admin/companies" : "/admin"} className={styles.back}>
        <Icon name="back" size={16} />
        {t(isCompany ? "admin.companies.back" : "admin.client.back")}
      </LocaleLink>
      {isCompany ? <CompanyView key={id} id={Number(id)} /> : <ClientView key={id} id={Number(id)} />}
    </>
  );
}

function ClientView({ id }: { id: number }) {
  const t = useText();
  const query = useClient(id);
  const client = query.data;
  const companies = useClientCompanies(id);
  if (!client)
    return (
      <>
        <PageTitle>{t("admin.clients.title")}</PageTitle>
        <AwaitedHolder query={query} kind="user" />
      </>
    );
  const holder = { holderType: "user", holderId: id } as const;
  const isClient = client.role === "client";
  return (
    <>
      <PageTitle>{client.name}</PageTitle>
      <PageHead
        title={client.name}
        actions={
          isClient && (
            <ViewAsButton holder={holder} name={client.name} state={client.state} clientNumber={client.client_number} />
          )
        }
      >
        <span className={styles.lead}>
          {hasKycState(client) && <ListedStateBadge holderType="user" state={client.listed_state ?? client.state} />}
          <UserRole role={client.role} />
          {client.client_number && <span>{t("shell.account.clientNumber", { number: client.client_number })}</span>}
        </span>
      </PageHead>
      <OpenProposals holder={holder} />
      <div className={styles.columns}>
        <div>
          <HolderActions
            holder={holder}
            name={client.name}
            state={client.state}
            listed={client.listed_state ?? client.state}
            stateBefore={client.state_before_disabled ?? null}
            everStaff={client.everStaff ?? false}
          />
          <ClientDetails key={client.id} client={client} />
          <ClientFacts client={client} />
          <ClientGroups id={client.id} />
          {isClient && (
            <Representation
              of={{ userId: client.id }}
              others={client.repCompanies.map((companyId) => ({
                id: companyId,
                name: companies.find((one) => one.id === companyId)?.name ?? "",
              }))}
            />
          )}
          <InChargeOf client={client} />
          <ClientRole key={client.role} client={client} />
          <ClientSecondFactor client={client} />
        </div>
        <div>
          {isClient && (
            <>
              <ClientRequests holder={holder} />
              <ClientImports holder={holder} />
            </>
          )}
          <ClientPortfolio holder={holder} clientNumber={client.client_number} />
          <NotifyForm to={holder} />
          <Timeline holder={holder} />
        </div>
      </div>
    </>
  );
}

function InChargeOf({ client }: { client: NonNullable<ReturnType<typeof useClient>["data"]> }) {
  const { id, name, assigned_to } = client;
  return <InCharge holder={{ holderType: "user", holderId: id, name }} current={assigned_to ?? null} />;
}

/** A client as staff see them: who, under which number, with what. */
import { data, type LoaderFunctionArgs, useParams } from "react-router";
import { errorText } from "../../shell/api.tsx";
import { LocaleLink } from "../../shell/locale-link.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageHead } from "../../ui/section.tsx";
import { LoadFailed, Loading } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { UserRole, UserState } from "../../users/user-badges.tsx";
import { ClientImports } from "../imports/client-imports.tsx";
import { ClientRequests } from "../portfolios/client-requests.tsx";
import styles from "./client.module.css";
import { ClientDetails } from "./client-details.tsx";
import { ClientPortfolio } from "./client-portfolio.tsx";
import { useClient } from "./use-client.ts";

/** Users alone have a profile here for now; any other mode or id is no page. */
function check({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): null {
  if (params["profileMode"] !== "user" || !/^[1-9]\d{0,15}$/.test(params["id"] ?? ""))
    throw data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
  return null;
}
export const loader = check;
/** In the browser the answer is known without asking the server. */
export const clientLoader = check;

export default function ClientPage() {
  const t = useText();
  const id = Number(useParams()["id"]);
  const { data: client, error, isFetching, refetch } = useClient(id);
  return (
    <>
      <LocaleLink to="/admin" className={styles.back}>
        <Icon name="back" size={16} />
        {t("admin.client.back")}
      </LocaleLink>
      {client ? (
        <>
          <PageTitle>{client.name}</PageTitle>
          <PageHead title={client.name}>
            <span className={styles.lead}>
              <UserState state={client.state} />
              <UserRole role={client.role} />
              {client.client_number && <span>{t("shell.account.clientNumber", { number: client.client_number })}</span>}
            </span>
          </PageHead>
          <div className={styles.columns}>
            <ClientDetails key={client.id} client={client} />
            <div>
              {client.role === "client" && (
                <>
                  <ClientRequests id={client.id} />
                  <ClientImports id={client.id} />
                </>
              )}
              <ClientPortfolio client={client} />
            </div>
          </div>
        </>
      ) : (
        <>
          <PageTitle>{t("admin.clients.title")}</PageTitle>
          {error ? (
            <LoadFailed retry={() => void refetch()} retrying={isFetching}>
              {errorText(t, error)}
            </LoadFailed>
          ) : (
            <Loading />
          )}
        </>
      )}
    </>
  );
}

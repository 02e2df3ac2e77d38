/** One contract of the active holder: read, filled in, signed, rejected or withdrawn. */
import { data, type LoaderFunctionArgs, useParams } from "react-router";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { BackLink } from "../shell/navigation/back-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { PageHead } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import { ClientContract } from "./client-contract.tsx";
import { useContract } from "./use-contracts.ts";

/** Any other id is a 404. */
function check({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): null {
  if (!/^[1-9]\d{0,15}$/.test(params["id"] ?? ""))
    throw data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
  return null;
}
export const loader = check;
/** In the browser the answer is known without asking the server. */
export const clientLoader = check;

export default function ContractPage() {
  const t = useText();
  const id = Number(useParams()["id"]);
  const { holder, readOnly } = useActiveHolder();
  const query = useContract(holder, id);
  return (
    <>
      <BackLink to="/contracts">{t("contracts.page.title")}</BackLink>
      {query.data ? (
        <ClientContract key={id} contract={query.data} readOnly={readOnly} />
      ) : (
        <>
          <PageTitle>{t("contracts.page.one")}</PageTitle>
          <PageHead title={t("contracts.page.one")} />
          <PendingQuery query={query} />
        </>
      )}
    </>
  );
}

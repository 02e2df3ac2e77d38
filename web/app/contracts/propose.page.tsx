/** A contract that the client proposes: filled in, read as the PDF that it becomes, signed and sent. */
import { useParams } from "react-router";
import { useApi } from "../shell/calls/api.tsx";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { BackLink } from "../shell/navigation/back-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { PageHead } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { Proposal } from "./proposal.tsx";

export default function ProposePage() {
  const t = useText();
  const api = useApi();
  const { type } = useParams();
  const { holder, readOnly } = useActiveHolder();
  const query = useCall(api.contracts.listProposable, { params: holder }, { enabled: !readOnly });
  const offered = query.data?.find((one) => one.type === type);
  return (
    <>
      <BackLink to="/contracts">{t("contracts.page.title")}</BackLink>
      {offered ? (
        <Proposal key={type} offered={offered} />
      ) : (
        <>
          <PageTitle>{t("contracts.propose.begin")}</PageTitle>
          <PageHead title={t("contracts.propose.begin")} />
          {query.data || readOnly ? (
            <Empty icon="sign" title={t("contracts.propose.gone")}>
              {t("contracts.propose.goneExplain")}
            </Empty>
          ) : (
            <PendingQuery query={query} />
          )}
        </>
      )}
    </>
  );
}

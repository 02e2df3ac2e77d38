/** One report: what it says, and its files. */
import { data, type LoaderFunctionArgs, useParams } from "react-router";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { BackLink } from "../shell/navigation/back-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { PageHead } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import { ReportView } from "./report-view.tsx";
import { useReport } from "./use-reports.ts";

/** Any other id is a 404. */
function check({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): null {
  if (!/^[1-9]\d{0,15}$/.test(params["id"] ?? ""))
    throw data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
  return null;
}
export const loader = check;
/** In the browser the answer is known without asking the server. */
export const clientLoader = check;

export default function ReportPage() {
  const t = useText();
  const id = Number(useParams()["id"]);
  const { readOnly } = useActiveHolder();
  const query = useReport(id);
  return (
    <>
      <BackLink to="/reports">{t("reports.page.title")}</BackLink>
      {query.data ? (
        <ReportView key={query.data.id} report={query.data} readOnly={readOnly} />
      ) : (
        <>
          <PageTitle>{t("reports.page.one")}</PageTitle>
          <PageHead title={t("reports.page.one")} />
          <PendingQuery query={query} />
        </>
      )}
    </>
  );
}

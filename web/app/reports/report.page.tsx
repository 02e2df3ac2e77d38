/** One report: what it says, and its files. */
import { ApiError } from "@portico/api/errors.ts";
import type { ReportDetail } from "@portico/api/reports.ts";
import { data, type LoaderFunctionArgs, useParams } from "react-router";
import { SharedNote } from "../delegations/shared-note.tsx";
import { useSharesOf } from "../delegations/use-delegations.ts";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { BackLink } from "../shell/navigation/back-link.tsx";
import { useActiveHolder, useCompanies } from "../shell/session/active-holder.ts";
import { useProfile } from "../shell/session/session.ts";
import { PageHead } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
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

/** Of a report that somebody else lets the person read: what they share. */
function useShareOf(report: ReportDetail | undefined) {
  const { id } = useProfile();
  const companies = useCompanies();
  const { readOnly } = useActiveHolder();
  const isOwn =
    report?.holderType === "user" ? report.holderId === id : companies.some((one) => one.id === report?.holderId);
  return useSharesOf(report, { enabled: report !== undefined && !isOwn && !readOnly })[0];
}

/** There is no such report, or an access has ended: the server does not say which. */
const isGone = (error: Error | null): boolean => error instanceof ApiError && error.code === "notFound";

export default function ReportPage() {
  const t = useText();
  const id = Number(useParams()["id"]);
  const { readOnly } = useActiveHolder();
  const query = useReport(id);
  const share = useShareOf(query.data);
  return (
    <>
      {share ? (
        <BackLink to={`/shared/${share.holderType}/${share.holderId}`}>{share.name}</BackLink>
      ) : (
        <BackLink to="/reports">{t("reports.page.title")}</BackLink>
      )}
      {share && <SharedNote share={share} />}
      {query.data ? (
        <ReportView
          key={query.data.id}
          report={query.data}
          readOnly={readOnly || share !== undefined}
          isShared={share !== undefined}
        />
      ) : (
        <>
          <PageTitle>{t("reports.page.one")}</PageTitle>
          <PageHead title={t("reports.page.one")} />
          {isGone(query.error) ? (
            <div role="alert">
              <Empty icon="search" title={t("reports.page.gone")}>
                {t("reports.page.goneExplain")}
              </Empty>
            </div>
          ) : (
            <PendingQuery query={query} />
          )}
        </>
      )}
    </>
  );
}

/** Who signed in, from where and with what: figures of a period, and the list. For administrators. */
import { useRef } from "react";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { LocationSource } from "../location-source.tsx";
import { AnalyticsCharts } from "./analytics-charts.tsx";
import { ChosenFilters, Period, SignInFilters } from "./analytics-filters.tsx";
import { SignInList } from "./sign-in-list.tsx";
import { useSignInSearch } from "./use-analytics.ts";

export default function AnalyticsPage() {
  const t = useText();
  const mayRead = useHasLevel("admin");
  return (
    <>
      <PageTitle>{t("admin.analytics.title")}</PageTitle>
      <PageHead title={t("admin.analytics.title")}>{t("admin.analytics.lead")}</PageHead>
      {mayRead ? <Analytics /> : <Notice>{t("admin.analytics.adminsOnly")}</Notice>}
    </>
  );
}

function Analytics() {
  const t = useText();
  const [asked, change] = useSignInSearch();
  const searchField = useRef<HTMLInputElement>(null);
  return (
    <>
      <Period asked={asked} onChange={change} />
      {asked.isFaulty ? (
        <Notice tone="failed">{t("admin.analytics.fault")}</Notice>
      ) : (
        <>
          <AnalyticsCharts asked={asked} />
          <div id="list">
            <SignInFilters asked={asked} onChange={change} searchField={searchField} />
            <ChosenFilters asked={asked} onChange={change} />
            <SignInList asked={asked} onChange={change} first={searchField} />
            <LocationSource />
          </div>
        </>
      )}
    </>
  );
}

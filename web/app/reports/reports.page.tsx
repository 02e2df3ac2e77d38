/** The reports of the active holder, and the form that asks for one. */
import { api } from "virtual:portico-api";
import { holder as early, earlyCall, type PageHandle } from "../shell/calls/early-calls.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { AskForm } from "./ask-form.tsx";
import { ReportList } from "./report-list.tsx";
import { pageRows, useReports } from "./use-reports.ts";

export const handle: PageHandle = {
  earlyCalls: [earlyCall(api.reports.list, { params: early, query: { limit: pageRows } })],
};

export default function ReportsPage() {
  const t = useText();
  const { holder, readOnly } = useActiveHolder();
  const query = useReports(holder);
  const kinds = query.data?.pages[0]?.offer.kinds;
  return (
    <>
      <PageTitle>{t("reports.page.title")}</PageTitle>
      <PageHead
        title={t("reports.page.title")}
        actions={
          <>
            <LocaleLink to="/falls">{t("reports.falls.title")}</LocaleLink>
            <LocaleLink to="/access">{t("reports.access.title")}</LocaleLink>
          </>
        }
      >
        {t("reports.page.lead")}
      </PageHead>
      {!readOnly && kinds && (
        <Section title={t("reports.ask.title")} onScreen>
          <AskForm key={`${holder.holderType} ${holder.holderId}`} holder={holder} kinds={kinds} />
        </Section>
      )}
      <Section key={kinds ? "loaded" : "loading"} title={t("reports.list.title")}>
        <ReportList
          label={t("reports.list.title")}
          query={query}
          rows={query.data?.rows}
          empty={
            <Empty icon="report" title={t("reports.list.none")}>
              {t("reports.list.noneExplain")}
            </Empty>
          }
        />
      </Section>
    </>
  );
}

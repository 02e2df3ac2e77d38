/** The reports of the active holder: today's statement, those that were made, regular ones, and the form that asks for one. */
import { api } from "virtual:portico-api";
import { holder as early, earlyCall, type PageHandle } from "../shell/calls/early-calls.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { loadedPart } from "../ui/loaded-part.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { AskForm } from "./ask-form.tsx";
import { FilteredReports, useFilteredReports } from "./filtered-reports.tsx";
import { firstQuery } from "./use-reports.ts";

/** Below the list: loaded after it. */
const Subscriptions = loadedPart(() => import("./subscriptions.tsx"));

export const handle: PageHandle = {
  earlyCalls: [earlyCall(api.reports.list, { params: early, query: firstQuery })],
};

export default function ReportsPage() {
  const { holder } = useActiveHolder();
  // What is chosen belongs to the holder.
  return <Reports key={`${holder.holderType} ${holder.holderId}`} />;
}

function Reports() {
  const t = useText();
  const { holder, readOnly } = useActiveHolder();
  const reports = useFilteredReports(holder);
  const kinds = reports.query.data?.pages[0]?.offer.kinds;
  return (
    <>
      <PageTitle>{t("reports.page.title")}</PageTitle>
      <PageHead
        title={t("reports.page.title")}
        actions={
          <>
            {!readOnly && (
              <Button component={LocaleLink} to="/reports/statement" leftSection={<Icon name="report" size={16} />}>
                {t("reports.statement.open")}
              </Button>
            )}
            <LocaleLink to="/falls">{t("reports.falls.title")}</LocaleLink>
            <LocaleLink to="/access">{t("reports.access.title")}</LocaleLink>
          </>
        }
      >
        {t("reports.page.lead")}
      </PageHead>
      {!readOnly && kinds && (
        <Section title={t("reports.ask.title")} onScreen>
          <AskForm holder={holder} kinds={kinds} />
        </Section>
      )}
      <Section key={kinds ? "loaded" : "loading"} title={t("reports.list.title")}>
        <FilteredReports
          reports={reports}
          label={t("reports.list.title")}
          empty={
            <Empty icon="report" title={t("reports.list.none")}>
              {t("reports.list.noneExplain")}
            </Empty>
          }
        />
      </Section>
      {kinds && <Subscriptions holder={holder} readOnly={readOnly} />}
    </>
  );
}

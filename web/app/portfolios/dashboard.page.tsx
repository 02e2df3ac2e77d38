/** The dashboard: performance, open actions, then composition. */

import { api } from "virtual:portico-api";
import { startedStates } from "@portico/api/holder-states.ts";
import { isStaff } from "@portico/api/permissions.ts";
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { presetRange } from "@portico/api/rules/portfolio-ranges.ts";
import { memo, type ReactNode } from "react";
import { useContractNeeds } from "../contracts/use-contract-needs.ts";
import { useDocumentNeeds } from "../documents/use-document-needs.ts";
import { Tracker } from "../onboarding/tracker.tsx";
import { useCompaniesInSight } from "../onboarding/use-kyc-alert.ts";
import { useKycNeeds } from "../onboarding/use-kyc-needs.ts";
import { requestBlock } from "../payments/requests/request-block.ts";
import { RequestFrame } from "../payments/requests/request-frame.tsx";
import { useApi } from "../shell/calls/api.tsx";
import { days, earlyCall, formType, holder, type PageHandle, person } from "../shell/calls/early-calls.ts";
import { useCall } from "../shell/calls/use-call.ts";
import { useFirmToday } from "../shell/firm-day.ts";
import { withFrame } from "../shell/layouts/page-frame.tsx";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder, useCompanies } from "../shell/session/active-holder.ts";
import { useProfile } from "../shell/session/session.ts";
import { useTicketNeeds } from "../tickets/use-ticket-needs.ts";
import { Button } from "../ui/button.tsx";
import { Money, Percent } from "../ui/figures.tsx";
import { loadedPart } from "../ui/loaded-part.tsx";
import { Section } from "../ui/section.tsx";
import { Bar, ComingBar, ComingNote } from "../ui/skeletons.tsx";
import { Empty, LoadFailed, Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { useBriefWait } from "../ui/use-brief-wait.ts";
import { useLater } from "../ui/use-later.ts";
import styles from "./dashboard.module.css";
import { DashboardHero, HeroFrame } from "./dashboard-hero.tsx";
import { useOpenDetail } from "./detail.ts";
import { EntryLine } from "./entries/entry-line.tsx";
import { shownAtOnce, useTransactions } from "./entries/use-entries.ts";
import { useBecause, useReturnBecause } from "./gap-text.ts";
import { Allocation } from "./holdings/allocation-donut.tsx";
import list from "./holdings/position.module.css";
import { NeedsList } from "./needs-list.tsx";
import { PortfolioFrame } from "./portfolio-frame.tsx";
import { type PortfolioTotals, refetchMs } from "./portfolio-state.ts";
import { LastKnown, MissingPortfolio } from "./portfolio-states.tsx";
import { usePortfolio } from "./use-portfolio.ts";
import { usePortfolioNeeds } from "./use-portfolio-needs.ts";

/** Only for staff: clients do not load it. */
const StaffDashboardLink = loadedPart(async () => ({
  default: (await import("../shell/staff/staff-dashboard-link.tsx")).StaffDashboardLink,
}));

export const handle: PageHandle = {
  earlyCalls: [
    earlyCall(api.companies.getStartedState, { params: { userId: person } }, { together: true }),
    earlyCall(api.portfolios.getPortfolio, { params: holder }, { storedForMs: refetchMs }),
    earlyCall(api.contracts.list, { params: { ...holder, type: "all" }, query: { limit: 1 } }, { together: true }),
    earlyCall(api.documents.listRequests, { params: holder }, { together: true }),
    earlyCall(api.tickets.list, { params: holder, query: { limit: 1, as: "holder" } }, { together: true }),
    earlyCall(api.chats.getUnread, { params: holder }, { together: true }),
    earlyCall(api.forms.getStanding, { params: { ...holder, type: formType } }, { together: true }),
    earlyCall(api.sessions.listFactors, { params: { id: person } }, { together: true }),
    earlyCall(
      api.portfolios.getPerformance,
      { params: { ...holder, ...days }, query: {} },
      { range: { of: "usual", until: "valued" } },
    ),
    earlyCall(
      api.portfolios.listTransactions,
      { params: { ...holder, ...days }, query: { limit: shownAtOnce } },
      { range: { of: "1Y", until: "today" } },
    ),
    earlyCall(
      api.portfolios.listOrders,
      { params: { ...holder, ...days }, query: { limit: shownAtOnce } },
      { range: { of: "1M", until: "today" } },
    ),
  ],
  isFramed: true,
};

export default withFrame(DashboardPage, DashboardFrame);

function DashboardFrame() {
  const t = useText();
  return (
    <>
      <PageTitle>{t("dashboard.page.title")}</PageTitle>
      <div data-coming aria-hidden="true">
        <ComingNote />
        <div className={styles.greeting}>
          <Bar width="11rem" height="1.5em" />
        </div>
        <div className={styles.first}>
          <HeroFrame />
          <Section title={t("dashboard.needs.title")}>
            <Bar height="3.25rem" />
          </Section>
        </div>
        <Section title={t("portfolios.allocation.title")}>
          <Bar height="20rem" />
        </Section>
      </div>
    </>
  );
}

function DashboardPage() {
  const t = useText();
  const activeHolder = useActiveHolder();
  const query = usePortfolio();
  const { known, figures } = query;
  const portfolio = figures?.portfolio;
  const profile = useProfile();
  const companies = useCompanies();
  const hasShares = useHasShares(profile.id, companies.length === 0);
  // The person acting for a company is greeted, not the company; in view-as of a company nobody is.
  const person = !activeHolder.readOnly
    ? profile.name
    : activeHolder.holder.holderType === "user"
      ? activeHolder.name
      : undefined;
  const begun = useCompaniesInSight().find(({ state }) => startedStates.includes(state));
  const kyc = useKycNeeds();
  const contracts = useContractNeeds();
  const documents = useDocumentNeeds();
  const tickets = useTicketNeeds();
  const ofPortfolio = usePortfolioNeeds(known);
  const areOthersLoading = kyc.isLoading || contracts.isLoading || documents.isLoading || tickets.isLoading;
  const open = [...kyc.needs, ...contracts.needs, ...documents.needs, ...tickets.needs, ...ofPortfolio.needs];
  // What comes next for a new client is said once: by the way to the account, and then by the empty portfolio.
  const isNumberAwaited = known?.because === "noClientNumber" && activeHolder.state === "postKYC";
  const isNew = isNumberAwaited || figures?.instruments.length === 0;
  const isLoadingNeeds = areOthersLoading || ofPortfolio.isLoading;
  const needs = (open.length > 0 || isLoadingNeeds || !isNew) && <NeedsList needs={open} isLoading={isLoadingNeeds} />;
  // The open actions come above the rest: later ones would move it.
  const isWaiting = useBriefWait(areOthersLoading);
  const isBlocked = requestBlock(activeHolder) !== undefined;
  const isSettled = !isWaiting && (portfolio !== undefined || known?.because !== undefined);
  return (
    <>
      <PageTitle>{t("dashboard.page.title")}</PageTitle>
      <h1 className={styles.greeting}>{person ? t("dashboard.page.greeting", { name: person }) : activeHolder.name}</h1>
      {isStaff(profile.role) && !activeHolder.readOnly && <StaffDashboardLink />}
      {companies.length > 0 && !activeHolder.readOnly && <AllPortfoliosLink />}
      {begun && (
        <Tracker
          of={{
            holder: { holderType: "company", holderId: begun.id },
            name: begun.name,
            state: begun.state,
            clientNumber: begun.client_number,
            readOnly: activeHolder.readOnly,
          }}
        />
      )}
      <Tracker of={activeHolder} />
      <LastKnown query={query} />
      {portfolio && !isWaiting ? (
        <RequestFrame contractCurrency={portfolio.contractCurrency} rows={figures.instruments}>
          {(requests) => (
            <PortfolioFrame
              totals={portfolio}
              rows={figures.instruments}
              onRequest={isBlocked ? undefined : requests.openFor}
            >
              <div className={styles.first}>
                <DashboardHero totals={portfolio} />
                {needs}
              </div>
              {figures.instruments.length > 0 ? (
                <Parts totals={portfolio} rows={figures.instruments} />
              ) : (
                <Empty
                  icon="portfolio"
                  title={t("portfolios.state.empty")}
                  action={
                    !isBlocked && (
                      <Button component={LocaleLink} to="/money" size="md">
                        {t("portfolios.state.emptyAction")}
                      </Button>
                    )
                  }
                >
                  {t("portfolios.state.emptyExplain")}
                </Empty>
              )}
            </PortfolioFrame>
          )}
        </RequestFrame>
      ) : (
        <>
          {(portfolio || activeHolder.state === "postKYC") && !isNumberAwaited && (
            <MissingPortfolio query={portfolio ? { ...query, known: undefined } : query} />
          )}
          {needs}
        </>
      )}
      {/* Whether there are shares is known late, so the link moves nothing below it. */}
      {hasShares && isSettled && !activeHolder.readOnly && <AllPortfoliosLink />}
    </>
  );
}

function AllPortfoliosLink() {
  const t = useText();
  return (
    <p>
      <LocaleLink to="/all-portfolios">{t("portfolios.consolidated.link")}</LocaleLink>
    </p>
  );
}

const Parts = memo(function Parts({ totals, rows }: { totals: PortfolioTotals; rows: InstrumentRow[] }) {
  const t = useText();
  const isLater = useLater();
  const later = (part: ReactNode) => (isLater ? part : <ComingBar height="20rem" />);
  return (
    <div className={styles.three}>
      <Section title={t("portfolios.allocation.title")}>
        {later(<Allocation brief rows={rows} contractCurrency={totals.contractCurrency} />)}
      </Section>
      <Section title={t("dashboard.largest.title")}>
        {later(<Largest rows={rows} currency={totals.contractCurrency} />)}
      </Section>
      <Section title={t("dashboard.last.title")}>{later(<LastEntries />)}</Section>
    </div>
  );
});

const largestShown = 5;

function Largest({ rows, currency }: { rows: InstrumentRow[]; currency: string }) {
  const t = useText();
  const openDetail = useOpenDetail();
  const because = useBecause();
  const returnBecause = useReturnBecause();
  const largest = rows
    .filter((row) => row.type === 1)
    .sort((a, b) => (b.currentValue ?? 0) - (a.currentValue ?? 0))
    .slice(0, largestShown);
  if (largest.length === 0) return <Empty title={t("portfolios.holdings.none")} />;
  return (
    <>
      <ul className={list.entries}>
        {largest.map((row) => (
          <li key={row.key}>
            <button type="button" className={styles.opener} onClick={() => openDetail({ row: row.key })}>
              {row.name}
              <span className={list.when}>{row.ticker}</span>
            </button>
            <span className={list.amount}>
              <Money amount={row.currentValue} currency={currency} because={because(row.gaps)} />
              <span className={list.when}>
                <Percent result value={row.returnPercent} because={returnBecause(row)} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      <LocaleLink to="/portfolio" className={styles.action}>
        {t("dashboard.largest.all")}
      </LocaleLink>
    </>
  );
}

const entriesShown = 5;

function LastEntries() {
  const t = useText();
  const { from, to } = presetRange("1Y", useFirmToday());
  const { rows, error, isFetching, refetch } = useTransactions({ from, to, enabled: true });
  if (error && !rows) return <LoadFailed retry={() => void refetch()} retrying={isFetching} />;
  if (!rows) return <Loading />;
  if (rows.length === 0) return <Empty title={t("dashboard.last.none")} />;
  return (
    <>
      <ul className={list.entries}>
        {rows.slice(0, entriesShown).map((row) => (
          <EntryLine key={row.id} row={row} withName />
        ))}
      </ul>
      <LocaleLink to="/portfolio?part=transactions" className={styles.action}>
        {t("dashboard.last.all")}
      </LocaleLink>
    </>
  );
}

/** Whether the person owns a share of a company that they do not act for; asked only of who acts for none. */
function useHasShares(userId: number, enabled: boolean): boolean {
  const api = useApi();
  const { data } = useCall(api.ownership.listOwn, { params: { userId } }, { enabled });
  return (data ?? []).length > 0;
}

/** The portfolio: holdings, performance, and every order and entry. */

import { api } from "virtual:portico-api";
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { type CSSProperties, useCallback, useDeferredValue, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { requestBlock } from "../payments/requests/request-block.ts";
import { RequestFrame } from "../payments/requests/request-frame.tsx";
import { days, earlyCall, holder, type PageHandle, person } from "../shell/calls/early-calls.ts";
import { withFrame } from "../shell/layouts/page-frame.tsx";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Button } from "../ui/button.tsx";
import { formatMoment } from "../ui/format.ts";
import { loadedPart } from "../ui/loaded-part.tsx";
import { beforePrint } from "../ui/print.ts";
import { PrintButton } from "../ui/print-button.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { SectionPicker } from "../ui/section-picker.tsx";
import { Bar, ComingNote, RowsSkeleton } from "../ui/skeletons.tsx";
import { Empty, Loading } from "../ui/states.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { useOpenDetail } from "./detail.ts";
import { useValuedOn } from "./holdings/valued-on.ts";
import { otherParts } from "./parts.ts";
import { PerformanceRoom, PerformanceSection } from "./performance/performance-section.tsx";
import { RangePicker } from "./performance/range-picker.tsx";
import { useRange } from "./performance/use-range.ts";
import styles from "./portfolio.module.css";
import { BriefFrame, PortfolioBrief } from "./portfolio-brief.tsx";
import { PortfolioFrame } from "./portfolio-frame.tsx";
import { PortfolioNotices } from "./portfolio-notices.tsx";
import type { Figures, PortfolioTotals as Totals } from "./portfolio-state.ts";
import { refetchMs } from "./portfolio-state.ts";
import { LastKnown, MissingPortfolio } from "./portfolio-states.tsx";
import { type PortfolioQuery, usePortfolio } from "./use-portfolio.ts";

const OtherParts = loadedPart(
  async () => ({ default: (await import("./other-parts.tsx")).OtherParts }),
  () => <Loading />,
);

/** Below the first view: loaded when the page's own files are there. Its room is kept. */
const HoldingsTable = loadedPart(
  async () => ({ default: (await import("./holdings/holdings-table.tsx")).HoldingsTable }),
  ({ rows }) => (
    <Loading>
      <div className={styles.holdingsRoom} style={{ "--rows": rows.length } as CSSProperties}>
        <RowsSkeleton />
      </div>
    </Loading>
  ),
);
const AllocationPart = loadedPart(async () => ({
  default: (await import("./holdings/allocation-part.tsx")).AllocationPart,
}));
const FlagsSection = loadedPart(async () => ({
  default: (await import("../mandates/flags-section.tsx")).FlagsSection,
}));
const LowerSections = loadedPart(async () => ({ default: (await import("./lower-sections.tsx")).LowerSections }));
if (!import.meta.env.SSR)
  for (const part of [AllocationPart, HoldingsTable, FlagsSection, LowerSections])
    void part.load().catch(() => undefined);

export const handle: PageHandle = {
  earlyCalls: [
    earlyCall(api.companies.getStartedState, { params: { userId: person } }, { together: true }),
    earlyCall(api.portfolios.getPortfolio, { params: holder }, { storedForMs: refetchMs }),
    earlyCall(
      api.portfolios.getPerformance,
      { params: { ...holder, ...days }, query: {} },
      { range: { of: "usual", until: "valued" }, unfiltered: true },
    ),
  ],
  isFramed: true,
};

export default withFrame(PortfolioPage, PortfolioPageFrame);

function PortfolioPageFrame() {
  const t = useText();
  return (
    <>
      <PageTitle>{t("portfolios.page.title")}</PageTitle>
      <PageHead title={t("portfolios.page.title")} actions={<Bar width="16rem" height="2.75rem" />}>
        <Bar width="16rem" height="1.5em" />
      </PageHead>
      <div data-coming aria-hidden="true">
        <ComingNote />
        <div className={styles.picker}>
          <Bar width="18rem" height="2.75rem" />
        </div>
        <div className={styles.totals}>
          <BriefFrame />
        </div>
        <Bar width="24rem" height="2.75rem" />
        <Section title={t("portfolios.chart.title")}>
          <PerformanceRoom />
        </Section>
      </div>
    </>
  );
}

function PortfolioPage() {
  const t = useText();
  const query = usePortfolio();
  const { figures } = query;
  return (
    <>
      <PageTitle>{t("portfolios.page.title")}</PageTitle>
      {figures ? (
        <Portfolio figures={figures} query={query} />
      ) : (
        <>
          <PageHead title={t("portfolios.page.title")} />
          <MissingPortfolio query={query} />
        </>
      )}
    </>
  );
}

/** The address of a part; it keeps the selected range. */
function withPart(search: URLSearchParams, part: string): string {
  const next = new URLSearchParams(search);
  next.set("part", part);
  return next.toString();
}

function Portfolio({ figures, query }: { figures: Figures; query: PortfolioQuery }) {
  const { portfolio: totals, instruments: rows, at } = figures;
  const t = useText();
  const language = useLanguage();
  const activeHolder = useActiveHolder();
  const block = requestBlock(activeHolder);
  const [search] = useSearchParams();
  const part = otherParts.find((each) => each === search.get("part"));
  const time = new Date(at).toISOString();
  const valuedOn = useValuedOn(totals);

  return (
    <RequestFrame contractCurrency={totals.contractCurrency} rows={rows}>
      {(requests) => (
        <PortfolioFrame totals={totals} rows={rows} onRequest={block ? undefined : requests.openFor}>
          <PageHead
            title={t("portfolios.page.title")}
            actions={
              <>
                <PrintButton size="md" />
                <Button
                  size="md"
                  onClick={requests.open}
                  disabled={block !== undefined}
                  aria-describedby="request-block"
                >
                  {t("portfolios.page.request")}
                </Button>
                {block && (
                  <p id="request-block" className={styles.block}>
                    {t(`portfolios.request.blocked.${block}`)}
                  </p>
                )}
              </>
            }
          >
            {valuedOn}
          </PageHead>
          <LastKnown query={query} />
          <SectionPicker
            label={t("portfolios.page.sections")}
            current={part ?? "overview"}
            sections={(["overview", ...otherParts] as const).map((id) => ({
              id,
              label: t(`portfolios.page.${id}`),
              to: `?${withPart(search, id)}`,
            }))}
          />
          {part ? (
            <OtherParts part={part} totals={totals} rows={rows} />
          ) : (
            <Overview totals={totals} rows={rows} blocked={block !== undefined} />
          )}
          {!query.trouble && (
            <p className="small">{t("portfolios.page.kept", { time: formatMoment(language, time) })}</p>
          )}
        </PortfolioFrame>
      )}
    </RequestFrame>
  );
}

interface OverviewProps {
  totals: Totals;
  rows: InstrumentRow[];
  blocked: boolean;
}

function Overview({ totals, rows, blocked }: OverviewProps) {
  const t = useText();
  const { clientNumber, holder: holderNow } = useActiveHolder();
  const openDetail = useOpenDetail();
  const openRow = useCallback((row: InstrumentRow) => openDetail({ row: row.key }), [openDetail]);
  const [pointed, setPointed] = useState<string>();
  const today = totals.valuationDay;
  const [range, setRange] = useRange(today);
  useEffect(
    () => beforePrint(() => Promise.all([AllocationPart.load(), HoldingsTable.load(), LowerSections.load()])),
    [],
  );
  // Totals are rendered before the rest, whose height is not reserved.
  const isRestShown = useDeferredValue(true, false);
  if (rows.length === 0)
    return (
      <>
        <PortfolioNotices totals={totals} />
        <Empty
          icon="portfolio"
          title={t("portfolios.state.empty")}
          action={
            !blocked && (
              <Button component={LocaleLink} to="/money" size="md">
                {t("portfolios.state.emptyAction")}
              </Button>
            )
          }
        >
          {t("portfolios.state.emptyExplain")}
        </Empty>
      </>
    );
  return (
    <>
      <div className={styles.totals}>
        <PortfolioBrief totals={totals} range={range} />
      </div>
      <RangePicker range={range} onChange={setRange} today={today} />
      {isRestShown ? (
        <PerformanceSection range={range} today={today} />
      ) : (
        <Section title={t("portfolios.chart.title")}>
          <PerformanceRoom />
        </Section>
      )}
      <Section title={t("portfolios.allocation.title")}>
        <div className={styles.allocationRoom} style={{ "--rows": rows.length } as CSSProperties}>
          {isRestShown && (
            <AllocationPart holder={holderNow} rows={rows} totals={totals} pointed={pointed} onPoint={setPointed} />
          )}
        </div>
      </Section>
      <Section title={t("portfolios.holdings.title")} hint={t("portfolios.holdings.rounded")}>
        <HoldingsTable
          rows={rows}
          totals={totals}
          clientNumber={clientNumber}
          onOpen={openRow}
          pointed={pointed}
          onPoint={setPointed}
        />
      </Section>
      {isRestShown && <FlagsSection />}
      {isRestShown && <LowerSections totals={totals} rows={rows} />}
    </>
  );
}

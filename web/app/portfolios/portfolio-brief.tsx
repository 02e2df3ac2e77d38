/** The first figures of the portfolio: its value, its change since the last business day, and what the range earned. */
import type { Performance } from "@portico/api/portfolios.ts";
import { useDeferredValue } from "react";
import { Money, Percent } from "../ui/figures.tsx";
import { formatDay } from "../ui/format.ts";
import { StatTile, StatTiles } from "../ui/section.tsx";
import { Bar } from "../ui/skeletons.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { lacksFigures, useBecause } from "./gap-text.ts";
import { useRangeName } from "./performance/range-name.ts";
import type { DayRange } from "./performance/ranges.ts";
import { usePerformance } from "./performance/use-performance.ts";
import { PortfolioNotices } from "./portfolio-notices.tsx";
import type { PortfolioTotals as Totals } from "./portfolio-state.ts";
import { ProofFigure } from "./proof/proof-figure.tsx";

export function PortfolioBrief({ totals, range }: { totals: Totals; range: DayRange }) {
  const t = useText();
  const because = useBecause()(totals.gaps);
  const { data, isError, isPlaceholderData } = usePerformance(range);
  const shown = useDeferredValue(isPlaceholderData ? undefined : data);
  return (
    <>
      <PortfolioNotices totals={totals} />
      <StatTiles>
        <StatTile
          label={t("portfolios.totals.currentValue")}
          note={lacksFigures(totals) ? t("portfolios.totals.incomplete") : t("portfolios.brief.valueNote")}
        >
          <ProofFigure figure="currentValue">
            <Money amount={totals.currentValue} currency={totals.contractCurrency} because={because} />
          </ProofFigure>
        </StatTile>
        {shown ? (
          <>
            <Change performance={shown} today={totals.valuationDay} />
            <Earned performance={shown} range={range} />
          </>
        ) : (
          !isError && <ComingTiles range={range} />
        )}
      </StatTiles>
    </>
  );
}

/** Since the close of the business day before; not for a range that ended earlier. */
function Change({ performance, today }: { performance: Performance; today: string }) {
  const t = useText();
  const language = useLanguage();
  const because = useBecause()(performance.gaps);
  const { lastChange, contractCurrency, to } = performance;
  if (!lastChange || to < today) return null;
  return (
    <StatTile
      label={t("portfolios.brief.change", { day: formatDay(language, lastChange.since) })}
      note={<Percent result value={lastChange.percent} because={because} />}
    >
      <Money result amount={lastChange.gain} currency={contractCurrency} because={because} />
    </StatTile>
  );
}

function Earned({ performance, range }: { performance: Performance; range: DayRange }) {
  const t = useText();
  const because = useBecause()(performance.gaps);
  const rangeName = useRangeName();
  const language = useLanguage();
  const { contractCurrency, gain, timeWeightedReturn, benchmarks, benchmarkReturn } = performance;
  const benchmarkName = benchmarks[0]?.name[language] ?? performance.benchmarkName;
  return (
    <StatTile
      label={t("portfolios.brief.earned", { range: rangeName(range) })}
      note={
        <>
          {t("portfolios.brief.twr")}: <Percent result value={timeWeightedReturn} because={because} />
          {benchmarkName !== null && (
            <>
              {" · "}
              {benchmarkName}: <Percent result value={benchmarkReturn} because={because} />
            </>
          )}
        </>
      }
    >
      <Money result amount={gain} currency={contractCurrency} because={because} />
    </StatTile>
  );
}

function ComingTiles({ range }: { range: DayRange | undefined }) {
  const t = useText();
  const rangeName = useRangeName();
  return (
    <>
      <StatTile label={t("portfolios.brief.changeComing")} note={<Bar width="4rem" height="1.5em" />}>
        <Bar width="7rem" height="1.2em" />
      </StatTile>
      <StatTile
        label={range ? t("portfolios.brief.earned", { range: rangeName(range) }) : <Bar width="9rem" height="1em" />}
        note={<Bar width="9rem" height="1.5em" />}
      >
        <Bar width="7rem" height="1.2em" />
      </StatTile>
    </>
  );
}

/** Their places, before anything of the portfolio is known. */
export function BriefFrame() {
  const t = useText();
  return (
    <StatTiles>
      <StatTile label={t("portfolios.totals.currentValue")} note={<Bar width="4rem" height="1.5em" />}>
        <Bar width="7rem" height="1.2em" />
      </StatTile>
      <ComingTiles range={undefined} />
    </StatTiles>
  );
}

/** A range of days: value over time, what changed it, and the returns with a plain explanation. */
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { Button } from "../../ui/button.tsx";
import { Money, Percent } from "../../ui/figures.tsx";
import { formatAmount, formatDay, formatPercent } from "../../ui/format.ts";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { Section, StatTile, StatTiles } from "../../ui/section.tsx";
import { ComingBar } from "../../ui/skeletons.tsx";
import { LoadFailed, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useBecause, useGapText } from "../gap-text.ts";
import styles from "../portfolio.module.css";
import { Doubts } from "../portfolio-notices.tsx";
import { ProofFigure } from "../proof/proof-figure.tsx";
import { Bridge } from "./bridge.tsx";
import { useRangeName } from "./range-name.ts";
import type { DayRange } from "./ranges.ts";
import { usePerformance } from "./use-performance.ts";
import { useShownAt } from "./use-shown-at.ts";
import { ValueChart } from "./value-chart.tsx";
import { Yearly } from "./yearly.tsx";

/** Loaded when somebody compares. */
const Comparison = loadedPart(() => import("../benchmarks/comparison-part.tsx"));

interface PerformanceProps {
  range: DayRange;
  today: string;
}

export function PerformanceSection({ range, today }: PerformanceProps) {
  const t = useText();
  const rangeName = useRangeName();
  /** The benchmarks that the reader compares with; undefined: none. */
  const [picked, setPicked] = useState<readonly number[]>();
  const { data, error, isFetching, isPlaceholderData, refetch } = usePerformance(range, picked);
  return (
    <Section title={t("portfolios.chart.titleOf", { range: rangeName(range) })}>
      {data ? (
        <div aria-busy={isPlaceholderData} style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
          <Content data={data} range={range} today={today} picked={picked} onPick={setPicked} />
        </div>
      ) : error ? (
        <LoadFailed
          retry={() => {
            // One of them may no longer be offered.
            setPicked(undefined);
            void refetch();
          }}
          retrying={isFetching}
        >
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading>
          <PerformanceRoom />
        </Loading>
      )}
    </Section>
  );
}

/** Reserves the height of chart, returns and lines, so that the content below does not move. */
export function PerformanceRoom() {
  return (
    <div className={styles.performanceRoom}>
      <ComingBar height="18rem" />
    </div>
  );
}

interface ContentProps {
  data: NonNullable<ReturnType<typeof usePerformance>["data"]>;
  range: DayRange;
  today: string;
  picked: readonly number[] | undefined;
  onPick: (picked: readonly number[] | undefined) => void;
}

function Content({ data, range, today, picked, onPick }: ContentProps) {
  const t = useText();
  const language = useLanguage();
  const becauseOf = useBecause();
  const gapText = useGapText();
  const bridgePlace = useShownAt("#bridge");
  const because = becauseOf(data.gaps);
  const { from, to } = range;
  const [nearest] = data.benchmarks;
  const reason = data.moneyWeightedReason
    ? t("portfolios.gap.because", { reason: t(`portfolios.performance.reason.${data.moneyWeightedReason}`) })
    : because;
  const { timeWeightedReason: ofTime } = data;
  const noReturn = ofTime
    ? t("portfolios.gap.because", {
        reason: t(`portfolios.performance.reason.${ofTime.code}`, {
          day: ofTime.day === null ? "" : formatDay(language, ofTime.day),
        }),
      })
    : because;
  return (
    <>
      {picked ? (
        <Comparison performance={data} valuationDay={today} picked={picked} onPick={onPick} />
      ) : (
        <>
          <ValueChart performance={data} valuationDay={today} />
          {nearest && data.benchmarksOffered > 0 && data.points.length > 1 && (
            <Button variant="default" size="sm" data-no-print onClick={() => onPick([nearest.id])}>
              {t("portfolios.performance.compare")}
            </Button>
          )}
        </>
      )}
      <h3 style={{ margin: "var(--space-6) 0 var(--space-3)" }}>{t("portfolios.performance.title")}</h3>
      <StatTiles>
        <StatTile
          label={t("portfolios.performance.twr")}
          note={
            <>
              <Yearly percent={data.timeWeightedYearly} />
              {t("portfolios.performance.twrExplain")}
            </>
          }
        >
          <ProofFigure figure="timeWeightedReturn" from={from} to={to}>
            <Percent result value={data.timeWeightedReturn} because={noReturn} />
          </ProofFigure>
        </StatTile>
        <StatTile label={t("portfolios.performance.xirr")} note={t("portfolios.performance.xirrExplain")}>
          <ProofFigure figure="moneyWeightedReturn" from={from} to={to}>
            <Percent result value={data.moneyWeightedReturn} because={reason} />
          </ProofFigure>
        </StatTile>
        {data.benchmarkName !== null && (
          <StatTile
            label={t("portfolios.performance.benchmark", { name: nearest?.name[language] ?? data.benchmarkName })}
            note={
              <>
                <Yearly percent={nearest?.yearly} />
                {data.benchmarkGap && isDoubt(data.benchmarkGap) && gapText(data.benchmarkGap)}
              </>
            }
          >
            <Percent
              result
              value={data.benchmarkReturn}
              because={becauseOf(data.benchmarkGap ? [data.benchmarkGap] : data.gaps)}
            />
          </StatTile>
        )}
        {data.bridge && (
          <StatTile
            label={t("portfolios.performance.currencyEffect")}
            note={
              data.currencyShare !== null &&
              data.gain !== null &&
              t("portfolios.performance.currencyShare", {
                percent: formatPercent(language, data.currencyShare),
                gain: formatAmount(language, data.gain, data.contractCurrency),
                currency: data.contractCurrency,
              })
            }
          >
            <ProofFigure figure="currencyEffect" from={from} to={to}>
              <Money result amount={data.bridge.fx} currency={data.contractCurrency} />
            </ProofFigure>
          </StatTile>
        )}
      </StatTiles>
      <Doubts of="figures" gaps={data.gaps} />
      <h3 ref={bridgePlace}>{t("portfolios.bridge.title")}</h3>
      {data.bridge ? (
        <>
          <p style={{ color: "var(--muted)", fontSize: "var(--text-13)" }}>{t("portfolios.bridge.explain")}</p>
          <Bridge bridge={data.bridge} currency={data.contractCurrency} />
        </>
      ) : (
        <p>
          {t("portfolios.bridge.none")}: <Money amount={null} currency={data.contractCurrency} because={because} />
        </p>
      )}
    </>
  );
}

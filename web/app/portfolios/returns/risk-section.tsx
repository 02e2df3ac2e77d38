/** Risk of the page's range: its figures with their definitions, and how far the value fell below its highest. */
import type { Risk } from "@portico/api/portfolio-risk.ts";
import { daysBetween } from "@portico/api/rules/calendar.ts";
import { leastReturns } from "@portico/api/rules/risk.ts";
import { errorText } from "../../shell/calls/api.tsx";
import { Percent, Unavailable } from "../../ui/figures.tsx";
import { formatDay, formatDecimal, formatPercent } from "../../ui/format.ts";
import { partWithTexts } from "../../ui/part-with-texts.tsx";
import { Section, StatTile, StatTiles } from "../../ui/section.tsx";
import { ComingBar } from "../../ui/skeletons.tsx";
import { LoadFailed, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { chartTexts } from "../chart/chart-texts.ts";
import { useBecause } from "../gap-text.ts";
import { RangePicker } from "../performance/range-picker.tsx";
import type { DayRange } from "../performance/ranges.ts";
import { Doubts } from "../portfolio-notices.tsx";
import type { FallsProps } from "./falls-chart.tsx";
import { useRisk } from "./use-returns.ts";

const ChartRoom = () => <ComingBar height="15rem" />;
const FallsChart = partWithTexts<FallsProps>(
  chartTexts,
  async () => (await import("./falls-chart.tsx")).FallsChart,
  ChartRoom,
);

interface RiskProps {
  range: DayRange;
  onRange: (range: DayRange) => void;
  today: string;
}

export function RiskSection({ range, onRange, today }: RiskProps) {
  const t = useText();
  const language = useLanguage();
  const { data, error, isFetching, isPlaceholderData, refetch } = useRisk(range);
  // "All" begins with the first day that has a value.
  const from = (range.preset === "all" && data?.falls[0]?.day) || range.from;
  const days = { from: formatDay(language, from), to: formatDay(language, range.to) };
  return (
    <Section
      title={
        range.preset === "all" && from === range.from ? t("portfolios.risk.titleAll") : t("portfolios.risk.title", days)
      }
      hint={t("portfolios.risk.hint")}
    >
      <RangePicker range={range} onChange={onRange} today={today} />
      {data ? (
        <div aria-busy={isPlaceholderData} style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
          <Tiles risk={data} />
          <Doubts of="figures" gaps={data.gaps} />
          {data.falls.length > 1 && <FallsChart falls={data.falls} range={range} onRange={onRange} />}
        </div>
      ) : error ? (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading>
          <ChartRoom />
        </Loading>
      )}
    </Section>
  );
}

/** Why figures are missing, as "because …". */
function useRiskBecause(): (risk: Risk) => string | undefined {
  const t = useText();
  const language = useLanguage();
  const becauseOf = useBecause();
  return ({ reason, reasonDay, basis, days, months, gaps }) => {
    const because = (text: string) => t("portfolios.gap.because", { reason: text });
    switch (reason) {
      case null:
      case "gaps":
        return becauseOf(gaps);
      case "tooShort":
        return because(
          t(`portfolios.risk.reason.tooShort.${basis}`, { count: months ?? days, least: leastReturns[basis] }),
        );
      case "noVariation":
      case "notProvided":
        return because(t(`portfolios.risk.reason.${reason}`));
      default:
        return because(
          t(`portfolios.performance.reason.${reason}`, {
            day: reasonDay === null ? "" : formatDay(language, reasonDay),
          }),
        );
    }
  };
}

function Tiles({ risk }: { risk: Risk }) {
  const t = useText();
  const language = useLanguage();
  const because = useRiskBecause()(risk);
  const { volatility, sharpe, worstFall, basis, days, months, riskFree } = risk;
  const rate = formatPercent(language, riskFree.percent);
  return (
    <StatTiles>
      <StatTile
        label={t("portfolios.risk.volatility")}
        note={t(`portfolios.risk.volatilityNote.${basis}`, { count: months ?? days })}
      >
        <Percent value={volatility} because={because} />
      </StatTile>
      <StatTile
        label={t("portfolios.risk.sharpe")}
        note={t("portfolios.risk.sharpeNote", {
          rate: riskFree.name === "" ? rate : t("portfolios.risk.namedRate", { name: riskFree.name, rate }),
        })}
      >
        {sharpe === null ? <Unavailable because={because} /> : formatDecimal(language, sharpe, 2)}
      </StatTile>
      <StatTile
        label={t("portfolios.risk.fall")}
        note={
          worstFall &&
          (worstFall.from === null || worstFall.to === null
            ? t("portfolios.risk.fallNone")
            : `${t("portfolios.risk.fallNote", {
                from: formatDay(language, worstFall.from),
                to: formatDay(language, worstFall.to),
              })} ${
                worstFall.recovered === null
                  ? t("portfolios.risk.fallLasting")
                  : t("portfolios.risk.fallRecovered", {
                      day: formatDay(language, worstFall.recovered),
                      count: daysBetween(worstFall.to, worstFall.recovered),
                    })
              }`)
        }
      >
        <Percent result value={worstFall?.percent} because={because} />
      </StatTile>
    </StatTiles>
  );
}

/** The values of one fund as a chart with axes, in words and as a table of years. */
import type { Fund, NavSeries } from "@portico/api/funds.ts";
import { drawdown, worstFall } from "@portico/scenarios/drawdown.ts";
import { useMemo } from "react";
import { formatDay, formatPercent, withSign } from "../ui/format.ts";
import { Empty } from "../ui/states.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./funds.module.css";
import { HistoryChart } from "./history-chart.tsx";
import { fewerPoints } from "./history-figures.ts";
import { WorstFall } from "./history-section.tsx";
import { PastWarnings } from "./warnings.tsx";

/** Values of the days, with one unknown value in each gap, so that the line breaks there. */
function withGaps({ days, values, gaps }: NavSeries) {
  const known = days.map((day, index) => ({ day, value: Number(values[index]) as number | null }));
  const between = gaps.map(({ from }) => {
    const day = new Date(Date.parse(from) + 86_400_000).toISOString().slice(0, 10);
    return { day, value: null };
  });
  return [...known, ...between].sort((a, b) => (a.day < b.day ? -1 : 1));
}

export function NavChart({ fund, navs }: { fund: Pick<Fund, "currency" | "demo">; navs: NavSeries }) {
  const t = useText();
  const language = useLanguage();
  const { series, points, worst } = useMemo(() => {
    const all = withGaps(navs);
    const falls = drawdown(all);
    const whole = all.map(({ day, value }, index) => ({
      day,
      value,
      benchmark: null,
      fall: falls[index]?.fall ?? null,
    }));
    return { series: all, points: fewerPoints(whole, worstFall(all)?.to), worst: worstFall(all) };
  }, [navs]);
  const [first, last] = [series[0], series.at(-1)];
  if (!first || !last || series.length < 2) return <Empty title={t("funds.fund.noNavs")} />;
  const growth = first.value ? ((last.value ?? 0) / first.value - 1) * 100 : null;
  const isSmall = Math.max(...points.map(({ value }) => value ?? 0)) < 20;
  return (
    <>
      <HistoryChart points={points} name={t("funds.fund.nav1")} digits={isSmall ? 2 : 0}>
        {t("funds.fund.summary", {
          from: formatDay(language, first.day),
          to: formatDay(language, last.day),
          // From a value of nothing there is no growth in percent.
          growth: growth === null ? "–" : withSign(growth, formatPercent(language, growth, 1)),
        })}{" "}
        {worst && <WorstFall worst={worst} />}
        {navs.gaps.map(({ from, to }) => (
          <span key={from}>
            {" "}
            {t("funds.chart.gap", { from: formatDay(language, from), to: formatDay(language, to) })}
          </span>
        ))}
      </HistoryChart>
      <PastWarnings currencies={[fund.currency]} demo={fund.demo} />
      <p className={styles.note}>
        {t("funds.chart.sources", { sources: new Intl.ListFormat(language).format(navs.sources) })}
      </p>
    </>
  );
}

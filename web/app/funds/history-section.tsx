/** A definition's past: the chart with its worst fall, and its whole years with the effect of fees. */
import type { Definition } from "@portico/api/funds.ts";
import type { Fall } from "@portico/scenarios/drawdown.ts";
import type { PastPerformance, Period } from "@portico/scenarios/past-performance.ts";
import type { CSSProperties } from "react";
import { Day } from "../ui/dates.tsx";
import { Percent } from "../ui/figures.tsx";
import { formatDay, formatPercent, withSign } from "../ui/format.ts";
import { Section } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./funds.module.css";
import { HistoryChart } from "./history-chart.tsx";
import type { HistoryAnswer, HistoryFigures } from "./history-figures.ts";
import { PastWarnings } from "./warnings.tsx";

export function HistorySection({ definition, history }: { definition: Definition; history: HistoryAnswer }) {
  const t = useText();
  const language = useLanguage();
  if ("fault" in history)
    return (
      <Section title={t("funds.chart.title")}>
        <Empty title={t(`funds.chart.fault.${history.fault}`)} />
      </Section>
    );
  const { points, simulatedUntil, since, actualWorst, benchmark, gaps, demo } = history;
  const change = (fraction: number) => withSign(fraction, formatPercent(language, fraction * 100, 1));
  return (
    <Section title={t("funds.chart.title")} hint={t("funds.chart.hint", { currency: definition.currency })}>
      <HistoryChart
        points={points}
        name={definition.name[language]}
        benchmark={benchmark?.[language]}
        simulatedUntil={simulatedUntil}
      >
        {since
          ? t("funds.chart.summary", {
              from: formatDay(language, since.from),
              to: formatDay(language, since.to),
              before: change(since.before),
              after: change(since.after),
            })
          : t("funds.chart.noActual")}{" "}
        {actualWorst && <WorstFall worst={actualWorst} />}
        {gaps.map(({ from, to }) => (
          <span key={from}>
            {" "}
            {t("funds.chart.gap", { from: formatDay(language, from), to: formatDay(language, to) })}
          </span>
        ))}
      </HistoryChart>
      <h3 className={styles.part}>{t("funds.past.title")}</h3>
      <p className={styles.note}>{t("funds.past.hint")}</p>
      <PastTable past={history.past} benchmarkPast={history.benchmarkPast} benchmark={benchmark?.[language]} />
      <PastWarnings currencies={[definition.currency]} simulatedUntil={simulatedUntil} demo={demo} />
      <Sources history={history} />
    </Section>
  );
}

export function WorstFall({ worst }: { worst: Fall }) {
  const t = useText();
  const language = useLanguage();
  const { from, to, recovered, fall } = worst;
  const days = { fall: formatPercent(language, -fall * 100, 1), from: formatDay(language, from) };
  const until = formatDay(language, to);
  return recovered === null
    ? t("funds.chart.worstLasting", { ...days, to: until })
    : t("funds.chart.worst", { ...days, to: until, recovered: formatDay(language, recovered) });
}

function Sources({ history: { sources, converted } }: { history: HistoryFigures }) {
  const t = useText();
  const list = new Intl.ListFormat(useLanguage());
  return (
    <p className={styles.note}>
      {t("funds.chart.sources", { sources: list.format(sources) })}
      {converted.length > 0 && <> {t("funds.chart.converted", { currencies: list.format(converted) })}</>}
    </p>
  );
}

interface PastTableProps {
  past: PastPerformance;
  benchmarkPast: PastPerformance | null;
  benchmark: string | undefined;
}

function PastTable({ past: { periods, total, months }, benchmarkPast, benchmark }: PastTableProps) {
  const t = useText();
  if (periods.length === 0) return <Empty title={t("funds.past.tooShort", { months })} />;
  const of = (period: Period) =>
    benchmarkPast?.periods.find(({ to }) => to.slice(0, 7) === period.to.slice(0, 7))?.before ?? null;
  const shown = (fraction: number | null) => <Percent value={fraction === null ? null : fraction * 100} result />;
  const line = (period: Period, compared: number | null, isTotal = false) => (
    <tr key={period.from} data-total={isTotal || undefined}>
      <th scope="row">
        {isTotal && <>{t("funds.past.total")} </>}
        <Day day={period.from} /> – <Day day={period.to} />
      </th>
      <td>{shown(period.before)}</td>
      <td>{shown(period.after)}</td>
      {benchmark !== undefined && <td>{shown(compared)}</td>}
    </tr>
  );
  return (
    <>
      <table
        className={`${styles.table} ${styles.stacked}`}
        style={{ "--columns": benchmark === undefined ? 2 : 3 } as CSSProperties}
      >
        <caption className="visually-hidden">{t("funds.past.title")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("funds.past.period")}</th>
            <th scope="col">{t("funds.past.before")}</th>
            <th scope="col">{t("funds.past.after")}</th>
            {benchmark !== undefined && <th scope="col">{benchmark}</th>}
          </tr>
        </thead>
        <tbody>{periods.map((period) => line(period, of(period)))}</tbody>
        {total && periods.length > 1 && <tfoot>{line(total, totalOf(benchmarkPast, periods.length), true)}</tfoot>}
      </table>
      <p className={styles.note}>{t("funds.past.fees")}</p>
      {periods.length < 5 && <p className={styles.note}>{t("funds.past.younger", { count: periods.length })}</p>}
    </>
  );
}

/** The benchmark over the same periods; null if it has fewer. */
const totalOf = (past: PastPerformance | null, periods: number): number | null =>
  past?.periods.length === periods ? (past.total?.before ?? null) : null;

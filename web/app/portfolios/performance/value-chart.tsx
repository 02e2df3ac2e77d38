/** Value over time against net deposits: a chart, a sentence, and a table. */
import type { Performance } from "@portico/api/portfolios.ts";
import { useState } from "react";
import { formatAmount, formatDay, formatMoney } from "../../ui/format.ts";
import { Empty } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { ChartPicture } from "./chart-picture.tsx";
import styles from "./value-chart.module.css";

type Point = Performance["points"][number];

/** Why there is no line to draw. */
function emptyKey(points: readonly Point[], from: string, valuationDay: string) {
  if (from > valuationDay) return "portfolios.chart.future";
  return points.length === 0 ? "portfolios.chart.nothingHeld" : "portfolios.chart.none";
}

interface ChartProps {
  performance: Performance;
  /** The last day with figures. */
  valuationDay: string;
}

export function ValueChart({ performance, valuationDay }: ChartProps) {
  const t = useText();
  const language = useLanguage();
  const { points, bridge, contractCurrency } = performance;
  const [pointed, setPointed] = useState<string>();
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2)
    return <Empty title={t(emptyKey(points, performance.from, valuationDay))} />;
  const shown = points.find((point) => point.day === pointed) ?? last;
  const money = (value: number | null) =>
    value === null ? t("ui.money.unavailable") : formatMoney(language, value, contractCurrency);
  return (
    <figure>
      <p className={styles.legend} aria-hidden="true">
        <span>{formatDay(language, shown.day)}</span>
        <span data-line="value">
          {t("portfolios.chart.value")} {money(shown.value)}
        </span>
        <span data-line="deposits">
          {t("portfolios.chart.netDeposits")} {money(shown.netDeposits)}
        </span>
      </p>
      <ChartPicture points={points} pointed={pointed} onPoint={setPointed} />
      <figcaption className="visually-hidden">
        {t("portfolios.chart.summary", {
          from: formatDay(language, first.day),
          to: formatDay(language, last.day),
          opening: money(bridge ? Number(bridge.opening) : first.value),
          closing: money(bridge ? Number(bridge.closing) : last.value),
        })}
      </figcaption>
      <div className={styles.under}>
        <PointsTable points={points} currency={contractCurrency} />
      </div>
    </figure>
  );
}

const tableLines = 24;

/** At most two dozen days, evenly spaced, always including the last. */
function PointsTable({ points, currency }: { points: Point[]; currency: string }) {
  const t = useText();
  const language = useLanguage();
  const step = Math.max(1, Math.ceil(points.length / tableLines));
  const lines = points.filter((_, index) => (points.length - 1 - index) % step === 0);
  const amount = (value: number | null) =>
    value === null ? t("ui.money.unavailable") : formatAmount(language, value, currency);
  return (
    <details className={styles.table} data-no-print>
      <summary>{t("portfolios.chart.table")}</summary>
      <table>
        <caption className="visually-hidden">{t("portfolios.chart.title")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("portfolios.chart.day")}</th>
            <th scope="col">{t("portfolios.chart.value")}</th>
            <th scope="col">{t("portfolios.chart.netDeposits")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((point) => (
            <tr key={point.day}>
              <th scope="row">{point.day}</th>
              <td>{amount(point.value)}</td>
              <td>{amount(point.netDeposits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The frame of the chart of the value: what is read above it, a sentence, what a reader can do below it. */
import type { Performance } from "@portico/api/portfolios.ts";
import type { ReactNode } from "react";
import { formatDay, formatMoney } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./value-chart.module.css";

export interface DrawnProps {
  /** With at least two points. */
  performance: Performance;
  /** The last day with figures. */
  valuationDay: string;
}

interface FigureProps {
  performance: Performance;
  /** The day whose figures are shown; the last if undefined. */
  read?: string;
  children: ReactNode;
  under?: ReactNode;
}

export function ValueFigure({ performance, read, children, under }: FigureProps) {
  const t = useText();
  const language = useLanguage();
  const { points, bridge, contractCurrency } = performance;
  const [first, last] = [points[0], points.at(-1)];
  const shown = points.find(({ day }) => day === read) ?? last;
  if (!first || !last || !shown) return null;
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
      {children}
      <figcaption className="visually-hidden">
        {t("portfolios.chart.summary", {
          from: formatDay(language, first.day),
          to: formatDay(language, last.day),
          opening: money(bridge ? Number(bridge.opening) : first.value),
          closing: money(bridge ? Number(bridge.closing) : last.value),
        })}
      </figcaption>
      <div className={styles.under}>{under}</div>
    </figure>
  );
}

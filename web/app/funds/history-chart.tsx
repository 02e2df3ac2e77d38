/**
 * Values over time against a benchmark, and below how far they were under their highest before: drawn as SVG by the page
 * server, so that it needs no script. In words and as a table for those who do not see it.
 */
import { dateLocale } from "@portico/messages/text.ts";
import { amountTicks, dayTicks, placeOfDay } from "@portico/reports/charts/scale.ts";
import { area, line } from "d3-shape";
import type { ReactNode } from "react";
import { formatDay, formatDecimal, formatPercent } from "../ui/format.ts";
import { useLanguage, useText } from "../ui/text.tsx";
import tables from "./funds.module.css";
import styles from "./history-chart.module.css";
import type { ChartPoint } from "./history-figures.ts";

/** The drawing's own units; the picture is stretched, the width of lines is not. */
const width = 1000;
const height = 300;

interface HistoryChartProps {
  points: readonly ChartPoint[];
  name: string;
  benchmark?: string | undefined;
  /** Values before this day are drawn as simulated. */
  simulatedUntil?: string | undefined;
  digits?: number;
  /** What happened, in a sentence or two. */
  children: ReactNode;
}

export function HistoryChart({ points, name, benchmark, simulatedUntil, digits = 0, children }: HistoryChartProps) {
  const t = useText();
  const language = useLanguage();
  const drawn = draw(points, simulatedUntil);
  if (!drawn) return null;
  const { first, last, amounts, top, deepest } = drawn;
  const ticks = dayTicks(first, last);
  const tickFormat = new Intl.DateTimeFormat(dateLocale(language), {
    ...(ticks[0]?.unit === "year"
      ? { year: "numeric" }
      : ticks[0]?.unit === "month"
        ? { month: "short", year: "numeric" }
        : { day: "numeric", month: "short" }),
    timeZone: "UTC",
  });
  return (
    <figure>
      <p className={styles.legend} aria-hidden="true">
        <span>{name}</span>
        {simulatedUntil !== undefined && simulatedUntil > first && (
          <span data-line="simulated">{t("funds.chart.simulated")}</span>
        )}
        {benchmark !== undefined && <span data-line="benchmark">{benchmark}</span>}
      </p>
      <div aria-hidden="true">
        <div className={styles.plot}>
          {amounts.map((amount) => (
            <span key={amount} className={styles.tick} style={{ top: `${top(amount) * 100}%` }}>
              <span>{formatDecimal(language, amount, digits)}</span>
            </span>
          ))}
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" focusable="false">
            {benchmark !== undefined && (
              <path d={drawn.benchmark} className={styles.benchmark} vectorEffect="non-scaling-stroke" />
            )}
            <path d={drawn.simulated} className={styles.value} data-simulated vectorEffect="non-scaling-stroke" />
            <path d={drawn.actual} className={styles.value} vectorEffect="non-scaling-stroke" />
          </svg>
        </div>
        <div className={styles.days}>
          {ticks.map(({ day }) => (
            <span key={day} style={{ left: `${placeOfDay(day, first, last) * 100}%` }}>
              {tickFormat.format(new Date(day))}
            </span>
          ))}
        </div>
        <p className={tables.note}>{t("funds.chart.falls")}</p>
        <div className={`${styles.plot} ${styles.falls}`}>
          {[0, deepest].map((fall) => (
            <span key={fall} className={styles.tick} style={{ top: fall === 0 ? "0%" : "100%" }}>
              <span>{formatPercent(language, fall * 100, 0)}</span>
            </span>
          ))}
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" focusable="false">
            <path d={drawn.falls} className={styles.fall} vectorEffect="non-scaling-stroke" />
          </svg>
        </div>
      </div>
      <figcaption className={styles.caption}>{children}</figcaption>
      <PointsTable points={points} name={name} benchmark={benchmark} digits={digits} />
    </figure>
  );
}

/** Paths and scales; undefined without two days with a value. */
function draw(points: readonly ChartPoint[], simulatedUntil: string | undefined) {
  const known = points.flatMap(({ value, benchmark }) => [value, benchmark]).filter((value) => value !== null);
  const [first, last] = [points[0]?.day, points.at(-1)?.day];
  if (first === undefined || last === undefined || first === last || known.length < 2) return undefined;
  const amounts = amountTicks(Math.min(...known), Math.max(...known));
  const [least = 0, greatest = 1] = [amounts[0], amounts.at(-1)];
  const top = (amount: number): number => 1 - (amount - least) / (greatest - least);
  const x = ({ day }: ChartPoint): number => round(placeOfDay(day, first, last) * width);
  const deepest = Math.min(-0.05, Math.floor(Math.min(0, ...points.map(({ fall }) => fall ?? 0)) * 20) / 20);
  const path = (shown: readonly ChartPoint[], of: "value" | "benchmark") =>
    line<ChartPoint>()
      // A day without a value is a gap in the line, not zero.
      .defined((point) => point[of] !== null)
      .x(x)
      .y((point) => round(top(point[of] ?? 0) * height))(shown) ?? "";
  const turn = simulatedUntil === undefined ? 0 : points.findIndex(({ day }) => day >= simulatedUntil);
  const actualFrom = turn === -1 ? points.length : turn;
  return {
    first,
    last,
    amounts,
    top,
    deepest,
    simulated: path(points.slice(0, actualFrom + 1), "value"),
    actual: path(points.slice(actualFrom), "value"),
    benchmark: path(points, "benchmark"),
    falls:
      area<ChartPoint>()
        .defined(({ fall }) => fall !== null)
        .x(x)
        .y0(0)
        .y1(({ fall }) => round(((fall ?? 0) / deepest) * height))(points) ?? "",
  };
}

/** A tenth of a unit is less than a pixel; more digits only make the page longer. */
const round = (value: number): number => Math.round(value * 10) / 10;

interface PointsTableProps {
  points: readonly ChartPoint[];
  name: string;
  benchmark: string | undefined;
  digits: number;
}

/** The last known day of each year, and the first of all. */
function PointsTable({ points, name, benchmark, digits }: PointsTableProps) {
  const t = useText();
  const language = useLanguage();
  const lines = points.filter(
    ({ day }, index) => index === 0 || points[index + 1]?.day.slice(0, 4) !== day.slice(0, 4),
  );
  const shown = (value: number | null) =>
    value === null ? t("ui.money.unavailable") : formatDecimal(language, value, Math.max(1, digits));
  return (
    <details className={styles.table} data-no-print>
      <summary>{t("funds.chart.table")}</summary>
      <table className={tables.table}>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            <th scope="col">{t("funds.chart.day")}</th>
            <th scope="col">{name}</th>
            {benchmark !== undefined && <th scope="col">{benchmark}</th>}
            <th scope="col">{t("funds.chart.fall")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((point) => (
            <tr key={point.day}>
              <th scope="row">{formatDay(language, point.day)}</th>
              <td>{shown(point.value)}</td>
              {benchmark !== undefined && <td>{shown(point.benchmark)}</td>}
              <td>{point.fall === null ? t("ui.money.unavailable") : formatPercent(language, point.fall * 100, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

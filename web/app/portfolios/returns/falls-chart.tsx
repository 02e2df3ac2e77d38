/** How far the value was below its highest until then: a picture, a sentence, and a table. */
import type { Risk } from "@portico/api/portfolio-risk.ts";
import { dateLocale } from "@portico/messages/text.ts";
import { area, line } from "d3-shape";
import { useMemo, useState } from "react";
import { amountTicks, type DayTick, dayTicks, nearestPoint, placeOfDay } from "../../ui/chart-scale.ts";
import { formatDay, formatPercent } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import chart from "../performance/value-chart.module.css";
import styles from "./returns.module.css";

type Point = Risk["falls"][number];

/** The drawing's own units; the picture is stretched, the line width is not. */
const width = 1000;
const height = 200;
const tableLines = 24;

export function FallsChart({ falls }: { falls: Point[] }) {
  const t = useText();
  const language = useLanguage();
  const [pointed, setPointed] = useState<string>();
  const [first, last] = [falls[0], falls.at(-1)];
  if (!first || !last) return null;
  const lowest = falls.reduce((low, point) => (point.percent < low.percent ? point : low), first);
  const shown = falls.find(({ day }) => day === pointed) ?? last;
  const percent = (value: number) => formatPercent(language, value);
  const step = Math.max(1, Math.ceil(falls.length / tableLines));
  // The lowest is among the lines.
  const lines = falls.filter((point, index) => point === lowest || (falls.length - 1 - index) % step === 0);
  return (
    <figure>
      <h3 className={styles.chartTitle}>{t("portfolios.falls.title")}</h3>
      <p className={`${chart.legend} ${styles.fallLegend}`} aria-hidden="true">
        <span>{formatDay(language, shown.day)}</span>
        <span data-line="value">
          {t("portfolios.falls.below")} {percent(shown.percent)}
        </span>
      </p>
      <Picture falls={falls} pointed={pointed} onPoint={setPointed} />
      <figcaption className="visually-hidden">
        {t("portfolios.falls.summary", {
          from: formatDay(language, first.day),
          to: formatDay(language, last.day),
          percent: percent(lowest.percent),
          day: formatDay(language, lowest.day),
        })}
      </figcaption>
      <div className={chart.under}>
        <details className={chart.table} data-no-print>
          <summary>{t("portfolios.chart.table")}</summary>
          <table>
            <caption className="visually-hidden">{t("portfolios.falls.title")}</caption>
            <thead>
              <tr>
                <th scope="col">{t("portfolios.chart.day")}</th>
                <th scope="col">{t("portfolios.falls.below")}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((point) => (
                <tr key={point.day}>
                  <th scope="row">{point.day}</th>
                  <td>{percent(point.percent)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </div>
    </figure>
  );
}

interface PictureProps {
  falls: Point[];
  /** The day under the pointer. */
  pointed: string | undefined;
  onPoint: (day: string | undefined) => void;
}

function Picture({ falls, pointed, onPoint }: PictureProps) {
  const language = useLanguage();
  const { ticks, days, left, top, ...drawn } = useMemo(() => draw(falls), [falls]);
  const tickText = ({ day, unit }: DayTick): string =>
    new Intl.DateTimeFormat(dateLocale(language), { ...formats[unit], timeZone: "UTC" }).format(new Date(day));
  return (
    <div className={`${chart.picture} ${styles.falls}`} aria-hidden="true">
      <div
        className={chart.plot}
        onPointerMove={(event) => {
          const { left: start, width: span } = event.currentTarget.getBoundingClientRect();
          onPoint(nearestPoint(falls, (event.clientX - start) / span)?.day);
        }}
        onPointerLeave={() => onPoint(undefined)}
      >
        {ticks.map((percent) => (
          <span key={percent} className={chart.amount} style={{ top: `${top(percent) * 100}%` }}>
            <span>{formatPercent(language, percent, Number.isInteger(percent) ? 0 : 1)}</span>
          </span>
        ))}
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" focusable="false">
          <path d={drawn.area} className={styles.fallArea} />
          <path d={drawn.line} className={styles.fallLine} vectorEffect="non-scaling-stroke" />
        </svg>
        {pointed !== undefined && <span className={chart.cross} style={{ left: `${left(pointed) * 100}%` }} />}
      </div>
      <div className={chart.days}>
        {days.map((tick) => (
          <span key={tick.day} style={{ left: `${left(tick.day) * 100}%` }}>
            {tickText(tick)}
          </span>
        ))}
      </div>
    </div>
  );
}

const formats = {
  year: { year: "numeric" },
  month: { month: "short", year: "numeric" },
  day: { day: "numeric", month: "short" },
} as const;

/** The paths and the scales; percentages go down from 0. */
function draw(falls: readonly Point[]) {
  const [first, last] = [falls[0]?.day ?? "", falls.at(-1)?.day ?? ""];
  const lowest = Math.min(...falls.map(({ percent }) => percent), -1);
  const ticks = amountTicks(lowest, 0, 5);
  const least = ticks[0] ?? lowest;
  const left = (day: string): number => placeOfDay(day, first, last);
  const top = (percent: number): number => percent / least;
  const x = ({ day }: Point) => left(day) * width;
  const y = ({ percent }: Point) => top(percent) * height;
  return {
    ticks,
    days: dayTicks(first, last),
    left,
    top,
    line: line<Point>().x(x).y(y)([...falls]) ?? "",
    area: area<Point>().x(x).y0(0).y1(y)([...falls]) ?? "",
  };
}

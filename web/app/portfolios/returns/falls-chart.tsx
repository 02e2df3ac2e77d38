/** How far the value was below its highest until then: a picture on which a range is chosen, a sentence, and a table. */
import type { Risk } from "@portico/api/portfolio-risk.ts";
import { dateLocale } from "@portico/messages/text.ts";
import { amountTicks, type DayTick, dayTicks, placeOfDay } from "@portico/reports/charts/scale.ts";
import { area, line } from "d3-shape";
import { useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { formatDay, formatPercent } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import tools from "../chart/chart.module.css";
import { PlotLayer } from "../chart/plot-layer.tsx";
import type { SelectablePoint } from "../chart/selection.ts";
import { useSelection } from "../chart/use-selection.ts";
import { useZoom } from "../chart/use-zoom.ts";
import { Tip } from "../chart/value-tip.tsx";
import type { DayRange } from "../performance/ranges.ts";
import chart from "../performance/value-chart.module.css";
import styles from "./returns.module.css";

type Point = Risk["falls"][number];

/** The drawing's own units; the picture is stretched, the line width is not. */
const width = 1000;
const height = 200;
const tableLines = 24;
/** Trades do not belong to a fall. */
const noMarks: [] = [];

export interface FallsProps {
  falls: Point[];
  range: DayRange;
  onRange: (range: DayRange) => void;
}

export function FallsChart({ falls, range, onRange }: FallsProps) {
  const t = useText();
  const language = useLanguage();
  const { zoom, back } = useZoom(range, onRange);
  const [said, say] = useState("");
  const points = useMemo(() => falls.map(({ day, percent: value }) => ({ day, value, netDeposits: null })), [falls]);
  const selection = useSelection({
    points,
    // The first point is where the selected days begin.
    from: "9999-12-31",
    onSelect(chosen) {
      zoom(chosen);
      const [from, to] = [formatDay(language, chosen.from), formatDay(language, chosen.to)];
      say(t("portfolios.select.applied", { from, to }));
    },
    onCancel: () => say(t("portfolios.select.cancelled")),
  });
  const { pointed, selected } = selection;
  const [first, last] = [falls[0], falls.at(-1)];
  if (!first || !last) return null;
  const lowest = falls.reduce((low, point) => (point.percent < low.percent ? point : low), first);
  const shown = falls.find(({ day }) => day === pointed) ?? last;
  const percent = (value: number) => formatPercent(language, value);
  const step = Math.max(1, Math.ceil(falls.length / tableLines));
  // The lowest is among the lines.
  const read = selected
    ? [t("portfolios.select.days", { from: formatDay(language, selected.from), to: formatDay(language, selected.to) })]
    : [formatDay(language, shown.day), `${t("portfolios.falls.below")} ${percent(shown.percent)}`];
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
      <Picture
        falls={falls}
        points={points}
        selection={selection}
        lines={read}
        reading={selected ? t("portfolios.select.selected", { what: read.join(". ") }) : read.join(". ")}
      />
      <figcaption className="visually-hidden">
        {t("portfolios.falls.summary", {
          from: formatDay(language, first.day),
          to: formatDay(language, last.day),
          percent: percent(lowest.percent),
          day: formatDay(language, lowest.day),
        })}
      </figcaption>
      <div className={tools.controls}>
        {back ? (
          <Button
            variant="default"
            size="sm"
            data-no-print
            leftSection={<Icon name="back" size={16} />}
            onClick={() => {
              back();
              say(t("portfolios.select.returned"));
            }}
          >
            {t("portfolios.select.back")}
          </Button>
        ) : (
          <span className={tools.drag}>{t("portfolios.select.drag")}</span>
        )}
        <output className="visually-hidden">{said}</output>
      </div>
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

const noText = () => "";
const tipOf = (lines: readonly string[]) => () => <Tip lines={lines} marks={noMarks} markText={noText} />;

interface PictureProps {
  falls: Point[];
  points: readonly SelectablePoint[];
  selection: ReturnType<typeof useSelection>;
  /** What is told beside the pointer, and to screen readers. */
  lines: readonly string[];
  reading: string;
}

/** What lies over the line answers to pointer and keyboard; the picture itself is hidden from screen readers. */
function Picture({ falls, points, selection, lines, reading }: PictureProps) {
  const language = useLanguage();
  const { ticks, days, left, top, ...drawn } = useMemo(() => draw(falls), [falls]);
  const scales = useMemo(() => ({ left, top }), [left, top]);
  const tickText = ({ day, unit }: DayTick): string =>
    new Intl.DateTimeFormat(dateLocale(language), { ...formats[unit], timeZone: "UTC" }).format(new Date(day));
  return (
    <div className={`${chart.picture} ${styles.falls}`}>
      <div className={chart.plot}>
        <div aria-hidden="true">
          {ticks.map((percent) => (
            <span key={percent} className={chart.amount} style={{ top: `${top(percent) * 100}%` }}>
              <span>{formatPercent(language, percent, Number.isInteger(percent) ? 0 : 1)}</span>
            </span>
          ))}
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" focusable="false">
            <path d={drawn.area} className={styles.fallArea} />
            <path d={drawn.line} className={styles.fallLine} vectorEffect="non-scaling-stroke" />
          </svg>
        </div>
        <PlotLayer
          scales={scales}
          points={points}
          marks={noMarks}
          selection={selection}
          reading={reading}
          tip={tipOf(lines)}
        />
      </div>
      <div className={chart.days} aria-hidden="true">
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

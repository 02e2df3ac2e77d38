/** Value and net deposits as lines with scales, drawn as SVG: it prints, follows the theme, and needs no library of its own. */
import type { Performance } from "@portico/api/portfolios.ts";
import { dateLocale } from "@portico/messages/text.ts";
import { amountTicks, type DayTick, dayTicks, digitsOfTicks, placeOfDay } from "@portico/reports/charts/scale.ts";
import { area, line } from "d3-shape";
import { type ReactNode, useMemo } from "react";
import { formatDecimal } from "../../ui/format.ts";
import { memoize } from "../../ui/memoize.ts";
import { type Language, useLanguage } from "../../ui/text.tsx";
import styles from "./value-chart.module.css";

type Point = Pick<Performance["points"][number], "day" | "value" | "netDeposits">;

/** Places from 0 to 1, from the left and from the top. */
export interface Scales {
  left: (day: string) => number;
  top: (amount: number) => number;
}

/** The drawing's own units; the picture is stretched, the line width is not. */
const width = 1000;
const height = 300;

interface PictureProps {
  points: readonly Point[];
  /** Further amounts that the scale has to hold, and their lines by `x` of a day and `y` of an amount. */
  also?: readonly number[];
  children?: (x: (day: string) => number, y: (amount: number) => number) => ReactNode;
  /** What lies over the lines and answers to pointer and keyboard; the picture itself is hidden from screen readers. */
  layer?: (scales: Scales) => ReactNode;
}

export function ChartPicture({ points, also, children, layer }: PictureProps) {
  const language = useLanguage();
  const drawn = useMemo(() => draw(points, also), [points, also]);
  if (!drawn) return null;
  const { amounts, days, left, top } = drawn;
  const digits = digitsOfTicks(amounts);
  return (
    <div className={styles.picture}>
      <div className={styles.plot}>
        <div aria-hidden="true">
          {amounts.map((amount) => (
            <span key={amount} className={styles.amount} style={{ top: `${top(amount) * 100}%` }}>
              <span>{formatDecimal(language, amount, digits)}</span>
            </span>
          ))}
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" focusable="false">
            <path d={drawn.area} className={styles.area} />
            <path d={drawn.deposits} className={styles.deposits} vectorEffect="non-scaling-stroke" />
            <path d={drawn.value} className={styles.value} vectorEffect="non-scaling-stroke" />
            {children?.(
              (day) => left(day) * width,
              (amount) => top(amount) * height,
            )}
          </svg>
        </div>
        {layer?.(drawn)}
      </div>
      <div className={styles.days} aria-hidden="true">
        {days.map((tick) => (
          <span key={tick.day} style={{ left: `${left(tick.day) * 100}%` }}>
            {tickText(language, tick)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The lines' paths and the scales; undefined if no day has an amount. */
export function draw(points: readonly Point[], also: readonly number[] = []) {
  const [first, last] = [points[0], points.at(-1)];
  const known = points.flatMap(({ value, netDeposits }) => [value, netDeposits]).filter((amount) => amount !== null);
  if (!first || !last || known.length === 0) return undefined;
  const amounts = amountTicks(Math.min(...known, ...also), Math.max(...known, ...also));
  const [least = 0, greatest = 1] = [amounts[0], amounts.at(-1)];
  const left = (day: string): number => placeOfDay(day, first.day, last.day);
  const top = (amount: number): number => 1 - (amount - least) / (greatest - least);
  const x = ({ day }: Point) => left(day) * width;
  // A day without a price is a gap in the line, not zero.
  const path = (of: "value" | "netDeposits") =>
    line<Point>()
      .defined((point) => point[of] !== null)
      .x(x)
      .y((point) => top(point[of] ?? 0) * height)(points) ?? "";
  // Only above a scale that has zero: cut off elsewhere, an area shows another proportion than the amounts.
  const isFilled = least <= 0 && greatest >= 0;
  const under = area<Point>()
    .defined(({ value }) => value !== null)
    .x(x)
    .y0(top(0) * height)
    .y1(({ value }) => top(value ?? 0) * height);
  return {
    amounts,
    days: dayTicks(first.day, last.day),
    left,
    top,
    value: path("value"),
    deposits: path("netDeposits"),
    area: isFilled ? (under(points) ?? "") : "",
  };
}

const formats = {
  year: { year: "numeric" },
  month: { month: "short", year: "numeric" },
  day: { day: "numeric", month: "short" },
} as const;

const tickFormat = memoize((key) => {
  const [language, unit] = key.split(" ") as [Language, DayTick["unit"]];
  return new Intl.DateTimeFormat(dateLocale(language), { ...formats[unit], timeZone: "UTC" });
});

const tickText = (language: Language, { day, unit }: DayTick): string =>
  tickFormat(`${language} ${unit}`).format(new Date(day));

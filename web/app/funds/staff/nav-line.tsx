/** The NAVs of a fund as a line that is broken where values are missing. */
import type { NavSeries } from "@portico/api/funds.ts";
import { line } from "d3-shape";
import { formatDay, formatPrice } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";

/** The drawing's own units; it is stretched to the width of the page. */
const width = 1000;
const height = 240;

export function NavLine({ series, name }: { series: NavSeries; name: string }) {
  const t = useText();
  const language = useLanguage();
  const { days, values, currency } = series;
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const figures = values.map(Number);
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  const [start, end] = [Date.parse(first), Date.parse(last)];
  const ends = new Set(series.gaps.map(({ to }) => to));
  const points = days.flatMap((day, place) => {
    const point = { day, value: figures[place] ?? 0, isThere: true };
    return ends.has(day) ? [{ ...point, isThere: false }, point] : [point];
  });
  const path = line<(typeof points)[number]>()
    .defined(({ isThere }) => isThere)
    .x(({ day }) => ((Date.parse(day) - start) / Math.max(1, end - start)) * width)
    .y(({ value }) => height - ((value - low) / Math.max(1e-9, high - low)) * (height - 8) - 4)(points);
  const said = t("admin.funds.navLine", {
    name,
    from: formatDay(language, first),
    to: formatDay(language, last),
    low: `${formatPrice(language, low, currency)} ${currency}`,
    high: `${formatPrice(language, high, currency)} ${currency}`,
  });
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width="100%"
        height={height}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={path ?? ""} fill="none" stroke="var(--accent)" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption>{said}</figcaption>
    </figure>
  );
}

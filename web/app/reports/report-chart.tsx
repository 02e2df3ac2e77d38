/** A chart of a report, drawn as in its file, with its figures as a table. */
import { type ChartShape, shapeOf } from "@portico/reports/charts/shape.ts";
import type { Chart } from "@portico/reports/layout.ts";
import type { Writing } from "@portico/reports/written.ts";
import { useMemo } from "react";
import { useText } from "../ui/text.tsx";
import styles from "./report-chart.module.css";
import { ReportTable } from "./report-table.tsx";

/** The drawing's own units; it is stretched, its lines are not. */
const [width, height] = [1000, 100];
const percent = (share: number): string => `${share * 100}%`;

function Line({ points, series }: { points: ChartShape["series"][number]["points"]; series: number }) {
  // After a gap the line begins anew; a value alone is a short stroke.
  const path = points
    .map((point, index) => {
      if (!point) return "";
      const [x, y] = [point.place * width, (1 - point.level) * height];
      const isAlone = !points[index - 1] && !points[index + 1];
      return isAlone ? `M${x - 2},${y}h4` : `${points[index - 1] ? "L" : "M"}${x},${y}`;
    })
    .join("");
  return <path d={path} className={styles.line} data-series={series} vectorEffect="non-scaling-stroke" />;
}

function Bars({ series, base }: Pick<ChartShape, "series" | "base">) {
  const count = Math.max(1, ...series.map(({ points }) => points.length));
  const room = (width / count) * (2 / 3);
  const each = room / series.length;
  return series.flatMap(({ name, points }, place) =>
    points.map(
      (point) =>
        point && (
          <rect
            key={`${name} ${point.place}`}
            className={styles.bar}
            data-series={place}
            x={point.place * width - room / 2 + place * each}
            y={(1 - Math.max(point.level, base)) * height}
            width={each * 0.94}
            height={Math.max(0.4, Math.abs(point.level - base) * height)}
          />
        ),
    ),
  );
}

function Drawing({ shape }: { shape: ChartShape }) {
  const { form, unit, levels, places, base, series } = shape;
  return (
    <figure className={styles.chart}>
      <figcaption className="visually-hidden">{shape.alternative}</figcaption>
      <p className={styles.legend} aria-hidden="true">
        {unit && <span>{unit}</span>}
        {series.length > 1 &&
          series.map(({ name }, place) => (
            <span key={name} className={styles.name} data-form={form} data-series={place}>
              {name}
            </span>
          ))}
      </p>
      <div className={styles.picture} aria-hidden="true">
        {levels.map(({ level, label }) => (
          <div key={label} className={styles.level} style={{ insetBlockEnd: percent(level) }}>
            <span>{label}</span>
          </div>
        ))}
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
          {form === "bars" ? (
            <Bars series={series} base={base} />
          ) : (
            series.map(({ name, points }, place) => <Line key={name} points={points} series={place} />)
          )}
        </svg>
      </div>
      <div className={styles.places} aria-hidden="true">
        {places.map(({ place, label }) => (
          <span key={`${place}`} style={{ insetInlineStart: percent(place) }}>
            {label}
          </span>
        ))}
      </div>
    </figure>
  );
}

export function ReportChart({ chart, writing }: { chart: Chart; writing: Writing }) {
  const t = useText();
  const shape = useMemo(() => shapeOf(writing, chart), [writing, chart]);
  const table = <ReportTable table={chart.table} writing={writing} />;
  if (!shape) return table;
  return (
    <>
      <Drawing shape={shape} />
      <details className={styles.table}>
        <summary>{t("reports.chart.table")}</summary>
        {table}
      </details>
    </>
  );
}

/** The value of the portfolio as a line, with what the same money would be worth in benchmarks, each with its own dashes. */
import type { Performance } from "@portico/api/portfolios.ts";
import { line } from "d3-shape";
import { useMemo, useState } from "react";
import { DataTable } from "../../ui/data-table.tsx";
import { formatAmount, formatDay, formatMoney } from "../../ui/format.ts";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { ChartPicture } from "../performance/chart-picture.tsx";
import styles from "./benchmarks.module.css";

type Compared = Performance["benchmarks"][number];
type Point = Compared["points"][number];

/** Few enough to be read; the export has all. */
const tableLines = 24;

export function ComparedChart({ performance }: { performance: Performance }) {
  const t = useText();
  const language = useLanguage();
  const { points, contractCurrency, benchmarks, from, to } = performance;
  const [pointed, setPointed] = useState<string>();
  const first = points[0]?.day ?? "";
  // Days without a value at the beginning are left out of the picture.
  const lines = useMemo(
    () => benchmarks.map((one) => ({ ...one, points: one.points.filter(({ day }) => day >= first) })),
    [benchmarks, first],
  );
  const also = useMemo(() => lines.flatMap((one) => one.points.flatMap(({ value }) => value ?? [])), [lines]);
  const shown = points.find(({ day }) => day === pointed) ?? points.at(-1);
  const money = (value: number | null | undefined) =>
    value === null || value === undefined ? t("ui.money.unavailable") : formatMoney(language, value, contractCurrency);
  if (!shown) return null;
  const caption = t("benchmarks.caption", { from: formatDay(language, from), to: formatDay(language, to) });
  return (
    <figure>
      <p className={styles.legend} aria-hidden="true">
        <span>{formatDay(language, shown.day)}</span>
        <span className={styles.key}>
          <Dash of="value" />
          {t("benchmarks.portfolio")} {money(shown.value)}
        </span>
        {lines.map((one, place) => (
          <span key={one.id} className={styles.key}>
            <Dash of={place} />
            {one.name[language]} {money(one.points.find(({ day }) => day === shown.day)?.value)}
          </span>
        ))}
      </p>
      <ChartPicture points={points} pointed={pointed} onPoint={setPointed} also={also}>
        {(x, y) =>
          lines.map((one, place) => (
            <path
              key={one.id}
              d={
                line<Point>()
                  .defined(({ value }) => value !== null)
                  .x(({ day }) => x(day))
                  .y(({ value }) => y(value ?? 0))(one.points) ?? ""
              }
              className={styles.line}
              data-line={place}
              vectorEffect="non-scaling-stroke"
            />
          ))
        }
      </ChartPicture>
      <figcaption className="visually-hidden">{caption}</figcaption>
      <ComparedTable performance={performance} lines={lines} caption={caption} />
    </figure>
  );
}

/** A piece of a line, as it is drawn. */
function Dash({ of }: { of: "value" | number }) {
  return (
    <svg className={styles.dash} viewBox="0 0 32 4" focusable="false">
      <path
        d="M0 2H32"
        className={of === "value" ? styles.value : styles.line}
        {...(of !== "value" && { "data-line": of })}
      />
    </svg>
  );
}

interface Row {
  day: string;
  value: number | null;
  others: (number | null)[];
}

interface TableProps {
  performance: Performance;
  lines: readonly Compared[];
  caption: string;
}

function ComparedTable({ performance: { points, contractCurrency }, lines, caption }: TableProps) {
  const t = useText();
  const language = useLanguage();
  const rows = useMemo((): Row[] => {
    const step = Math.max(1, Math.ceil(points.length / tableLines));
    return points
      .filter((_, place) => (points.length - 1 - place) % step === 0)
      .map(({ day, value }) => ({
        day,
        value,
        others: lines.map((one) => one.points.find((point) => point.day === day)?.value ?? null),
      }));
  }, [points, lines]);
  const columns = useMemo((): Column<Row>[] => {
    const amount = (id: string, header: string, of: (row: Row) => number | null): Column<Row> => ({
      id,
      header,
      value: of,
      cell: (row) => {
        const value = of(row);
        return value === null ? t("ui.money.unavailable") : formatAmount(language, value, contractCurrency);
      },
      numeric: true,
      phone: "key",
    });
    return [
      { id: "day", header: t("portfolios.chart.day"), value: ({ day }) => day, phone: "title" },
      amount("value", `${t("benchmarks.portfolio")} (${contractCurrency})`, ({ value }) => value),
      ...lines.map((one, place) =>
        amount(`benchmark${one.id}`, one.name[language], ({ others }) => others[place] ?? null),
      ),
    ];
  }, [t, language, lines, contractCurrency]);
  return (
    <details className={styles.table} data-no-print>
      <summary>{t("portfolios.chart.table")}</summary>
      <DataTable
        dense
        label={caption}
        columns={columns}
        rows={rows}
        rowId={({ day }) => day}
        exportName="benchmarks"
        step={Number.MAX_SAFE_INTEGER}
      />
    </details>
  );
}

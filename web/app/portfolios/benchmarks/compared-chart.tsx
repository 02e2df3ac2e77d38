/** The value of the portfolio as a line, with what the same money would be worth in benchmarks, each with its own dashes. */
import type { Performance } from "@portico/api/portfolios.ts";
import { line } from "d3-shape";
import { useMemo } from "react";
import { DataTable } from "../../ui/data-table.tsx";
import { formatAmount, formatDay, formatMoney } from "../../ui/format.ts";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { marksByLine } from "../chart/mark-groups.ts";
import { useChartTools } from "../chart/use-chart-tools.tsx";
import { fewOf } from "../chart/value-table.tsx";
import { dayLines, selectionLines } from "../chart/value-tip.tsx";
import { ChartPicture } from "../performance/chart-picture.tsx";
import { useRange } from "../performance/use-range.ts";
import { beginOf } from "./begin.ts";
import styles from "./benchmarks.module.css";

type Compared = Performance["benchmarks"][number];
type Point = Compared["points"][number];

export function ComparedChart({ performance, valuationDay }: { performance: Performance; valuationDay: string }) {
  const t = useText();
  const language = useLanguage();
  const { points, contractCurrency, benchmarks, to } = performance;
  const [range, setRange] = useRange(valuationDay);
  const first = points[0]?.day ?? "";
  // Days without a value at the beginning are left out of the picture.
  const lines = useMemo(
    () => benchmarks.map((one) => ({ ...one, points: one.points.filter(({ day }) => day >= first) })),
    [benchmarks, first],
  );
  const also = useMemo(() => lines.flatMap((one) => one.points.flatMap(({ value }) => value ?? [])), [lines]);
  const money = (value: number | null | undefined) =>
    value === null || value === undefined ? t("ui.money.unavailable") : formatMoney(language, value, contractCurrency);
  const tools = useChartTools({
    points,
    range,
    setRange,
    shown: performance,
    linesOf: (point) => [
      ...dayLines(t, language, point, contractCurrency),
      ...lines.map((one) => `${one.name[language]} ${money(one.points.find(({ day }) => day === point.day)?.value)}`),
    ],
    linesOfSelected: (selected) => selectionLines(t, language, selected, contractCurrency),
  });
  const shown = points.find(({ day }) => day === tools.read);
  if (!shown) return null;
  const caption = t("benchmarks.caption", {
    from: formatDay(language, beginOf(performance)),
    to: formatDay(language, to),
  });
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
      <ChartPicture points={points} also={also} layer={tools.layer}>
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
      <ComparedTable performance={performance} lines={lines} caption={caption} tools={tools} />
      <div className={styles.controls}>{tools.controls}</div>
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
  /** Own trades since the row before, in words. */
  trades: string;
}

interface TableProps {
  performance: Performance;
  lines: readonly Compared[];
  caption: string;
  tools: Pick<ReturnType<typeof useChartTools>, "marks" | "markText">;
}

function ComparedTable({ performance: { points, contractCurrency }, lines, caption, tools }: TableProps) {
  const t = useText();
  const language = useLanguage();
  const { marks, markText } = tools;
  const rows = useMemo((): Row[] => {
    const few = fewOf(points);
    const trades = marksByLine(
      few.map(({ day }) => day),
      marks,
    );
    return few.map(({ day, value }, index) => ({
      day,
      value,
      others: lines.map((one) => one.points.find((point) => point.day === day)?.value ?? null),
      trades: (trades[index] ?? []).map(markText).join("; "),
    }));
  }, [points, lines, marks, markText]);
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
      ...(marks.length > 0
        ? [{ id: "trades", header: t("portfolios.marks.toggle"), value: ({ trades }: Row) => trades, sortable: false }]
        : []),
    ];
  }, [t, language, lines, contractCurrency, marks]);
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

/** The prices of one instrument with own trades on them: a chart, a sentence, a table, a file. */
import type { Holding } from "@portico/api/portfolio-holding.ts";
import { useMemo } from "react";
import { DataTable } from "../../ui/data-table.tsx";
import { formatDay, formatPercent, formatPrice, withSign } from "../../ui/format.ts";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import chart from "../chart/chart.module.css";
import { marksByLine } from "../chart/mark-groups.ts";
import { useChartTools } from "../chart/use-chart-tools.tsx";
import { ChartPicture } from "../performance/chart-picture.tsx";
import { useRangeName } from "../performance/range-name.ts";
import { type DayRange, rangeFileName } from "../performance/ranges.ts";
import styles from "../performance/value-chart.module.css";
import { sourceText } from "../source-text.ts";
import { priceLine, splitRatio } from "./price-line.ts";

const mostNotes = 3;

interface ChartProps {
  holding: Holding;
  range: DayRange;
  setRange: (range: DayRange) => void;
  today: string;
}

export function PriceChart({ holding, range, setRange, today }: ChartProps) {
  const t = useText();
  const language = useLanguage();
  const rangeName = useRangeName();
  const { prices, currency, splits, instrumentId } = holding;
  const to = holding.to < today ? holding.to : today;
  const { points, gaps, stale } = useMemo(() => priceLine(prices, to), [prices, to]);
  const price = (value: number | null | undefined) =>
    value === null || value === undefined
      ? t("ui.money.unavailable")
      : `${formatPrice(language, value, currency)}\u00a0${currency}`;
  const tools = useChartTools({
    points,
    range,
    setRange,
    shown: holding,
    instrumentId,
    startsBefore: true,
    linesOf: ({ day, value }) => [formatDay(language, day), price(value)],
    linesOfSelected({ from, to: end, change, opening }) {
      const days = t("portfolios.select.days", { from: formatDay(language, from), to: formatDay(language, end) });
      if (change === null || !opening) return [days, t("portfolios.select.unknown")];
      const percent = (change / opening) * 100;
      const amount = `${withSign(change, price(change))} (${withSign(percent, formatPercent(language, percent))})`;
      return [days, t("portfolios.select.change", { amount })];
    },
  });
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2)
    return (
      <>
        <Empty title={t("portfolios.holding.noPrices")} />
        <div className={chart.controls}>{tools.controls}</div>
      </>
    );
  const shown = points.find(({ day }) => day === tools.read) ?? last;
  return (
    <figure>
      <p className={styles.legend} aria-hidden="true">
        <span>{formatDay(language, shown.day)}</span>
        <span data-line="value">
          {t("portfolios.holdings.currentPrice")} {price(shown.value)}
        </span>
      </p>
      <ChartPicture points={points} layer={tools.layer} />
      <figcaption className="visually-hidden">
        {t("portfolios.holding.summary", {
          from: formatDay(language, first.day),
          to: formatDay(language, last.day),
          opening: price(first.value),
          closing: price(last.value),
        })}
      </figcaption>
      <div className={chart.controls}>{tools.controls}</div>
      <ul className={chart.notes}>
        {splits.map((split) => (
          <li key={split.day}>
            {t("portfolios.holding.split", { day: formatDay(language, split.day), ratio: splitRatio(split) })}
          </li>
        ))}
        {gaps.slice(0, mostNotes).map((gap) => (
          <li key={gap.from}>
            {t("portfolios.holding.gap", { from: formatDay(language, gap.from), to: formatDay(language, gap.to) })}
          </li>
        ))}
        {gaps.length > mostNotes && <li>{t("portfolios.holding.moreGaps", { count: gaps.length - mostNotes })}</li>}
        {stale && <li>{t("portfolios.holding.stale", { day: formatDay(language, stale) })}</li>}
      </ul>
      <PriceTable
        holding={holding}
        range={range}
        tools={tools}
        title={t("portfolios.holding.price", { range: rangeName(range) })}
      />
    </figure>
  );
}

type Quote = Holding["prices"][number] & { trades: string };

interface TableProps {
  holding: Holding;
  range: DayRange;
  tools: Pick<ReturnType<typeof useChartTools>, "marks" | "markText">;
  title: string;
}

function PriceTable({ holding, range, tools: { marks, markText }, title }: TableProps) {
  const t = useText();
  const language = useLanguage();
  const { prices, currency, ticker } = holding;
  const rows = useMemo((): Quote[] => {
    const trades = marksByLine(
      prices.map(({ day }) => day),
      marks,
    );
    return prices
      .map((quote, index) => ({ ...quote, trades: (trades[index] ?? []).map(markText).join("; ") }))
      .toReversed();
  }, [prices, marks, markText]);
  const isConverted = prices.some((quote) => quote.price !== quote.quoted);
  const columns = useMemo((): Column<Quote>[] => {
    const quoted: Column<Quote>[] = [
      {
        id: "quoted",
        header: t("portfolios.holding.quoted"),
        value: (row) => row.quoted,
        cell: (row) => `${formatPrice(language, row.quoted, row.currency)}\u00a0${row.currency}`,
        numeric: true,
        ...(!isConverted && { fileOnly: true }),
      },
      { id: "currency", header: t("portfolios.holding.quotedCurrency"), value: (row) => row.currency, fileOnly: true },
    ];
    return [
      { id: "day", header: t("portfolios.chart.day"), value: ({ day }) => day, phone: "title" },
      {
        id: "price",
        header: t("portfolios.holding.priceIn", { currency }),
        value: ({ price }) => price,
        cell: ({ price }) => (price === null ? t("ui.money.unavailable") : formatPrice(language, price, currency)),
        numeric: true,
        phone: "key",
      },
      ...quoted,
      {
        id: "source",
        header: t("portfolios.file.priceSource"),
        value: ({ source }) => sourceText(t, source),
        fileOnly: true,
      },
      ...(marks.length > 0
        ? [
            {
              id: "trades",
              header: t("portfolios.marks.toggle"),
              value: ({ trades }: Quote) => trades,
              sortable: false,
            },
          ]
        : []),
    ];
  }, [t, language, currency, isConverted, marks]);
  return (
    <details className={styles.table} data-no-print>
      <summary>{t("portfolios.chart.table")}</summary>
      <DataTable
        dense
        label={title}
        columns={columns}
        rows={rows}
        rowId={({ day }) => day}
        exportName={rangeFileName(
          `prices-${ticker}`,
          range,
          prices.map(({ day }) => day),
        )}
      />
    </details>
  );
}

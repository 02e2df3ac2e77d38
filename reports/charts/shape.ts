/** What a chart draws, from its table: the same on the page and in print. */
import { formatDecimal, formatPercent } from "@portico/api/rules/written-figures.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type Chart, type Field, fieldsOf, isFigure, type Value } from "../layout.ts";
import { type Writing, writeValue } from "../written.ts";
import { amountTicks, dayTicks, digitsOfTicks, placeOfDay } from "./scale.ts";

/** Places are shares of the plot from its left edge, levels from its lower one, 0 to 1. */
export interface ChartShape {
  form: "line" | "bars";
  /** Says what is drawn, to who does not see it. */
  alternative: string;
  /** What the levels are measured in; empty if their labels say it. */
  unit: string;
  levels: { level: number; label: string }[];
  places: { place: number; label: string }[];
  /** Where bars begin. */
  base: number;
  /** Null where no value is known. */
  series: { name: string; points: ({ place: number; level: number } | null)[] }[];
}

/** Signs that labels have side by side below the plot, at most. */
const labelSigns = 84;
/** Fewer say nothing. */
const leastSigns = 6;

interface Series {
  field: Field;
  values: Value[];
}

/** A value in a sentence, with its unit. */
const say = (writing: Writing, { as, currency }: Field, value: string): string =>
  `${writeValue(writing, { as, currency }, value)}${as === "amount" && currency ? `\u00a0${currency}` : ""}`;

function sentenceOf(
  writing: Writing,
  { form }: Chart,
  { series: { field, values }, names }: { series: Series; names: string[] },
) {
  const name = writing.text(field.label);
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, name: names[index] ?? "" }]));
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return writing.text("reports.chart.unknown", { name });
  if (form === "bars")
    return writing.text("reports.chart.bars", {
      name,
      values: known.map((one) => `${one.name} ${say(writing, field, one.value)}`).join("; "),
    });
  const highest = known.reduce((most, one) => (new Decimal(one.value).gt(most.value) ? one : most), first);
  const lowest = known.reduce((least, one) => (new Decimal(one.value).lt(least.value) ? one : least), first);
  const parts = Object.entries({ first, last, highest, lowest }).flatMap(([which, one]) => [
    [which, say(writing, field, one.value)],
    [`${which}Place`, one.name],
  ]);
  return writing.text("reports.chart.line", { name, ...Object.fromEntries(parts) });
}

const shortened = (text: string, most: number): string => {
  const signs = Array.from(text);
  return signs.length <= most ? text : `${signs.slice(0, Math.max(1, most - 1)).join("")}…`;
};

/** Where the rows stand, and the labels below the plot. Lines over days keep the days' distances. */
function placesOf({ form }: Chart, as: Field["as"], { keys, names }: { keys: Value[]; names: string[] }) {
  const count = names.length;
  const days = keys.filter((key) => key !== null);
  const [first, last] = [days[0], days.at(-1)];
  if (form === "line" && as === "day" && days.length === count && first && last && first < last) {
    const at = (day: string): number => placeOfDay(day, first, last);
    const length = { year: 4, month: 7, day: 10 };
    return {
      places: days.map(at),
      labels: dayTicks(first, last).map(({ day, unit }) => ({ place: at(day), label: day.slice(0, length[unit]) })),
    };
  }
  const at = (index: number): number =>
    form === "bars" ? (index + 0.5) / count : count > 1 ? index / (count - 1) : 0.5;
  const signs = Math.max(1, Math.floor(labelSigns / count));
  // Days are told apart by their end, so of too many some are left out; names are cut.
  const longest = Math.max(...names.map((name) => Array.from(name).length));
  const step = as === "day" ? Math.ceil(longest / signs) : Math.max(1, Math.ceil(leastSigns / signs));
  return {
    places: names.map((_, index) => at(index)),
    labels: names.flatMap((name, index) =>
      index % step === 0 ? [{ place: at(index), label: shortened(name, signs * step) }] : [],
    ),
  };
}

/** Null if no value is known: then the table alone is shown. */
export function shapeOf(writing: Writing, chart: Chart): ChartShape | null {
  const { table, form, title } = chart;
  const fields = fieldsOf(table);
  const [naming] = fields;
  const series = fields.flatMap((field, index): Series[] =>
    index > 0 && isFigure(field.as) ? [{ field, values: table.rows.map((row) => row[index] ?? null) }] : [],
  );
  const [leading] = series;
  const figures = series.flatMap(({ values }) => values.flatMap((value) => (value === null ? [] : [Number(value)])));
  if (!naming || !leading || figures.length === 0) return null;
  const keys = table.rows.map((row) => row[0] ?? null);
  const names = keys.map((key) => (key === null ? "" : writeValue(writing, naming, key)));
  const { places, labels } = placesOf(chart, naming.as, { keys, names });
  const ends = form === "bars" ? [0, ...figures] : figures;
  const ticks = amountTicks(Math.min(...ends), Math.max(...ends), 5);
  const [lowest = 0, highest = 1] = [ticks[0], ticks.at(-1)];
  const levelOf = (figure: number): number => (figure - lowest) / (highest - lowest);
  const digits = digitsOfTicks(ticks);
  const { language } = writing;
  const write = leading.field.as === "percent" ? formatPercent : formatDecimal;
  return {
    form,
    alternative: writing.text("reports.chart.alternative", {
      title: writing.text(title),
      series: series.map((one) => sentenceOf(writing, chart, { series: one, names })).join(" "),
    }),
    unit: leading.field.as === "percent" ? "" : (leading.field.currency ?? ""),
    levels: ticks.map((tick) => ({ level: levelOf(tick), label: write(language, tick, digits) })),
    places: labels,
    base: Math.min(1, Math.max(0, levelOf(0))),
    series: series.map(({ field, values }) => ({
      name: writing.text(field.label),
      points: values.map((value, index) =>
        value === null ? null : { place: places[index] ?? 0, level: levelOf(Number(value)) },
      ),
    })),
  };
}

/** Values and sentences of a report in a language. */
import {
  formatAmount,
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRate,
} from "@portico/api/rules/written-figures.ts";
import type { Language } from "@portico/api/shapes.ts";
import type { Column, Field, FieldKind, Label, Sentence, Value } from "./layout.ts";

/** How a consumer writes texts and days in sentences. */
export interface Writing {
  language: Language;
  /** The text of a key, with its parameters written already. */
  text: (key: Label, params?: Record<string, string>) => string;
  /** A day in a sentence. */
  day: (day: string) => string;
  /** The time of an instant in the firm's zone, to the second. */
  time: (instant: string) => string;
}

interface Meant {
  as: FieldKind;
  currency?: string | undefined;
}

/** Sources of the portal's own; a provider's name is not translated. */
const sources: Readonly<Record<string, Label>> = {
  fixed: "reports.source.fixed",
  "demo data (generated)": "reports.source.demo",
};

/** A value on its own, such as "1 234,50"; in a table days are "2026-09-30". */
export function writeValue({ language, text, time }: Writing, { as, currency }: Meant, value: string): string {
  switch (as) {
    case "label":
      return text(value as Label);
    case "named":
      return (JSON.parse(value) as Record<Language, string>)[language];
    case "amount":
      return formatAmount(language, value, currency ?? "EUR");
    case "price":
      return formatPrice(language, value, currency ?? "EUR");
    case "quantity":
      return formatQuantity(language, value);
    case "rate":
      return formatRate(language, value);
    case "percent":
      return formatPercent(language, value);
    case "source":
      return value
        .split(" / ")
        .map((source) => (sources[source] ? text(sources[source]) : source))
        .join(" / ");
    case "time":
      return time(value);
    case "text":
    case "day":
      return value;
  }
}

/** A sentence with its parameters: amounts with their currency, days as in sentences. */
export function writeSentence(writing: Writing, { key, params = {} }: Sentence): string {
  const written = Object.entries(params).map(([name, { value, ...meant }]) => {
    if (meant.as === "day") return [name, writing.day(value)] as const;
    const figure = writeValue(writing, meant, value);
    return [name, meant.as === "amount" ? `${figure}\u00a0${meant.currency ?? ""}` : figure] as const;
  });
  return writing.text(key, Object.fromEntries(written));
}

/** The value of a fact: amounts with their currency, days as in sentences. */
export const writeFact = (writing: Writing, { as, value, currency }: Meant & { value: string }): string =>
  as === "day"
    ? writing.day(value)
    : `${writeValue(writing, { as, currency }, value)}${as === "amount" ? `\u00a0${currency ?? ""}` : ""}`;

/** The parts of a cell: the first field with those after it, then each that is below. `values` are those of the column's fields. */
export function writeCell(writing: Writing, { fields }: Column, values: readonly Value[], isTotal = false): string[] {
  const first: string[] = [];
  const below: string[] = [];
  // A price has the decimals of the currency that its row names.
  const after = fields.findIndex(({ place }) => place === "after");
  const currency = after === -1 ? undefined : (values[after] ?? undefined);
  fields.forEach((field, index) => {
    const value = values[index];
    if (value === null || value === undefined) return;
    const meant: Field = isTotal && index === 0 && field.as === "text" ? { ...field, as: "label" } : field;
    const written = writeValue(writing, { ...meant, currency: meant.currency ?? currency }, value);
    (field.place === "below" ? below : first).push(written);
  });
  return [first.join("\u00a0"), ...below].filter((part) => part !== "");
}

/** The values of each column's fields in a row. */
export function valuesByColumn(columns: readonly Column[], row: readonly Value[]): Value[][] {
  let start = 0;
  return columns.map(({ fields }) => {
    const own = row.slice(start, start + fields.length);
    start += fields.length;
    return own;
  });
}

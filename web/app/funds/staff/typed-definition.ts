/** A definition as it is typed: figures are texts in the reader's own format until they are saved. */
import type { DefinitionContent } from "@portico/api/funds.ts";
import { formatExact } from "../../ui/format.ts";
import type { Language } from "../../ui/text.tsx";
import { readAmount } from "../../ui/typed-amount.ts";

const none = { bg: "", en: "", pl: "" };

export const emptyDefinition: DefinitionContent = {
  name: none,
  summary: none,
  goal: none,
  docs: none,
  questions: [],
  risk: 3,
  years: 5,
  currency: "EUR",
  minimum: "1000",
  maximum: null,
  fees: { entry: "0", yearly: "0", exit: "0" },
  allocation: [],
  rebalancing: "yearly",
  benchmark: null,
};

/** The figures by their path in the content. */
export type TypedFigures = Readonly<Record<string, string>>;

/** What the fields show of the figures at first. */
export function toTypedFigures(language: Language, content: DefinitionContent): TypedFigures {
  const shown = (figure: string) => formatExact(language, figure);
  return {
    minimum: shown(content.minimum),
    maximum: content.maximum === null ? "" : shown(content.maximum),
    "fees.entry": shown(content.fees.entry),
    "fees.yearly": shown(content.fees.yearly),
    "fees.exit": shown(content.fees.exit),
    years: String(content.years),
    ...Object.fromEntries(
      content.allocation.map(({ percent }, place) => [`allocation.${place}.percent`, shown(percent)]),
    ),
  };
}

/** Typed figures in another language's format; what is no number stays as it was typed. */
export const figuresIn = (to: Language, from: Language, figures: TypedFigures): TypedFigures =>
  Object.fromEntries(
    Object.entries(figures).map(([path, text]) => {
      const figure = readAmount(from, text);
      return [path, figure === undefined ? text : formatExact(to, figure)];
    }),
  );

/** Whether every text is written in the language. */
export const isComplete = ({ name, summary, goal, docs, questions }: DefinitionContent, language: Language): boolean =>
  [name, summary, goal, docs, ...questions.flatMap(({ question, answer }) => [question, answer])].every(
    (text) => text[language].trim() !== "",
  );

/** The content with the typed figures, or the paths of those that are no numbers. */
export function contentWith(
  language: Language,
  content: DefinitionContent,
  typed: TypedFigures,
): { content: DefinitionContent } | { wrong: string[] } {
  const wrong: string[] = [];
  const read = (path: string): string => {
    const figure = readAmount(language, typed[path] ?? "");
    if (figure === undefined || figure.startsWith("-")) wrong.push(`content.${path}`);
    return figure ?? "0";
  };
  const years = Number(read("years"));
  if (!Number.isInteger(years) || years < 1 || years > 50) wrong.push("content.years");
  const typedContent = {
    ...content,
    years,
    minimum: read("minimum"),
    maximum: (typed["maximum"] ?? "").trim() === "" ? null : read("maximum"),
    fees: { entry: read("fees.entry"), yearly: read("fees.yearly"), exit: read("fees.exit") },
    allocation: content.allocation.map((row, place) => ({ ...row, percent: read(`allocation.${place}.percent`) })),
  };
  return wrong.length > 0 ? { wrong } : { content: typedContent };
}

/** Content and figures as one, so that two people's changes can be taken together: a share stays with its row. */
export interface WithFigures extends Omit<DefinitionContent, "years"> {
  years: string;
}

export const withFigures = (content: DefinitionContent, figures: TypedFigures): WithFigures => ({
  ...content,
  years: figures["years"] ?? "",
  minimum: figures["minimum"] ?? "",
  maximum: figures["maximum"] ?? "",
  fees: {
    entry: figures["fees.entry"] ?? "",
    yearly: figures["fees.yearly"] ?? "",
    exit: figures["fees.exit"] ?? "",
  },
  allocation: content.allocation.map((row, place) => ({
    ...row,
    percent: figures[`allocation.${place}.percent`] ?? "",
  })),
});

/** The figures are the texts: those of the content are read from them when it is saved. */
export function splitFigures(merged: WithFigures): { content: DefinitionContent; figures: TypedFigures } {
  const { years, minimum, maximum, fees, allocation } = merged;
  return {
    content: { ...merged, years: Number(years) || 0 },
    figures: {
      years,
      minimum,
      maximum: maximum ?? "",
      "fees.entry": fees.entry,
      "fees.yearly": fees.yearly,
      "fees.exit": fees.exit,
      ...Object.fromEntries(allocation.map(({ percent }, place) => [`allocation.${place}.percent`, percent])),
    },
  };
}

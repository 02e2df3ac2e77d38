/** What a definition must have before it is published. Pure; the place of each fault is its path in the content. */
import { isCurrencyInUse } from "@portico/api/currencies.ts";
import type { FieldError } from "@portico/api/errors.ts";
import type { DefinitionContent, Texts } from "@portico/api/funds.ts";
import { languages } from "@portico/api/shapes.ts";
import { Decimal } from "decimal.js";

type Fault = FieldError;

/** What the allocation may name. */
export interface KnownParts {
  funds: ReadonlySet<number>;
  instruments: ReadonlySet<number>;
}

/** Each language must be written. */
const inEachLanguage = (path: string, texts: Texts): Fault[] =>
  languages
    .filter((language) => texts[language].trim() === "")
    .map((language) => ({ path: `${path}.${language}`, code: "required" }));

/** In all languages or in none. */
const inAllOrNone = (path: string, texts: Texts): Fault[] =>
  languages.every((language) => texts[language].trim() === "") ? [] : inEachLanguage(path, texts);

interface Named {
  fund_id: number | null;
  instrument_id: number | null;
  label: Texts;
}
/** A row names a fund, or an instrument, or has a label of its own. */
function faultsOfNamed(path: string, row: Named, known: KnownParts): Fault[] {
  const { fund_id: fund, instrument_id: instrument, label } = row;
  if (fund !== null && instrument !== null) return [{ path: `${path}.instrument_id`, code: "notAllowed" }];
  if (fund !== null && !known.funds.has(fund)) return [{ path: `${path}.fund_id`, code: "unknown" }];
  if (instrument !== null && !known.instruments.has(instrument))
    return [{ path: `${path}.instrument_id`, code: "unknown" }];
  const isNamed = fund !== null || instrument !== null;
  return (isNamed ? inAllOrNone : inEachLanguage)(`${path}.label`, label);
}

function faultsOfAllocation({ allocation }: DefinitionContent, known: KnownParts): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const [place, row] of allocation.entries()) {
    const path = `allocation.${place}`;
    faults.push(...faultsOfNamed(path, row, known));
    if (new Decimal(row.percent).isZero()) faults.push({ path: `${path}.percent`, code: "tooSmall" });
    const key = row.fund_id === null ? `instrument ${row.instrument_id}` : `fund ${row.fund_id}`;
    if ((row.fund_id !== null || row.instrument_id !== null) && seen.has(key))
      faults.push({ path: `${path}.${row.fund_id === null ? "instrument_id" : "fund_id"}`, code: "twice" });
    seen.add(key);
  }
  const total = allocation.reduce((sum, { percent }) => sum.plus(percent), new Decimal(0));
  if (!total.eq(100)) faults.push({ path: "allocation", code: "notHundred" });
  return faults;
}

/** The texts that readers see; Markdown are those of `docs`. */
export function textsOf({ name, summary, goal, docs, questions, allocation, benchmark }: DefinitionContent) {
  const plain = (path: string, texts: Texts) =>
    languages.map((language) => ({ path: `content.${path}.${language}`, text: texts[language], isPlain: true }));
  return [
    ...plain("name", name),
    ...plain("summary", summary),
    ...plain("goal", goal),
    ...languages.map((language) => ({ path: `content.docs.${language}`, text: docs[language] })),
    ...questions.flatMap(({ question, answer }, place) => [
      ...plain(`questions.${place}.question`, question),
      ...plain(`questions.${place}.answer`, answer),
    ]),
    ...allocation.flatMap(({ label }, place) => plain(`allocation.${place}.label`, label)),
    ...(benchmark ? plain("benchmark.label", benchmark.label) : []),
  ];
}

/** Everything that stands against publishing the content, in the order of its fields. */
export function findDefinitionFaults(content: DefinitionContent, known: KnownParts): Fault[] {
  const { name, summary, goal, docs, questions, minimum, maximum, benchmark } = content;
  return [
    ...inEachLanguage("name", name),
    ...inEachLanguage("summary", summary),
    ...inEachLanguage("goal", goal),
    ...inEachLanguage("docs", docs),
    ...questions.flatMap(({ question, answer }, place) => [
      ...inEachLanguage(`questions.${place}.question`, question),
      ...inEachLanguage(`questions.${place}.answer`, answer),
    ]),
    // It may have ended since the draft was saved.
    ...(isCurrencyInUse(content.currency) ? [] : [{ path: "currency", code: "unknown" } as const]),
    ...(maximum !== null && new Decimal(minimum).gt(maximum)
      ? [{ path: "minimum", code: "aboveMaximum" } as const]
      : []),
    ...faultsOfAllocation(content, known),
    ...(benchmark ? faultsOfNamed("benchmark", benchmark, known) : []),
  ].map(({ path, code }) => ({ path: `content.${path}`, code }));
}

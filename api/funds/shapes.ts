/** Shapes of definitions, funds and their NAVs. Percentages are decimal strings: "0.45" is 0.45 %. */
import { z } from "zod";
import {
  allocationClasses,
  definitionLimits,
  distributions,
  fundDocumentKinds,
  fundNameLimits,
  fundTypes,
  legalForms,
  rebalancings,
} from "../rules/funds.ts";
import { visibleText } from "../rules/visible-text.ts";
import {
  bodyId,
  contentState,
  currencyCode,
  day,
  decimal,
  id,
  inEachLanguage,
  instant,
  knownCurrency,
  language,
} from "../shapes.ts";
import { textUpTo } from "../written-text.ts";

/** A text in each language; empty where it is not written yet. */
const perLanguage = (longest: number) => {
  const text = textUpTo(longest);
  return z.strictObject({ bg: text, en: text, pl: text });
};
export type Texts = z.infer<typeof inEachLanguage>;

export const positive = decimal.refine((text) => !text.startsWith("-"), { params: { field: "tooSmall" } });
export const percent = positive.refine((text) => Number(text) <= 100, { params: { field: "overHundred" } });

/** One line of an allocation: a fund, an instrument with prices, or only a class. */
const allocationRow = z.strictObject({
  fund_id: bodyId.nullable(),
  instrument_id: bodyId.nullable(),
  asset_class: z.enum(allocationClasses),
  label: perLanguage(definitionLimits.label),
  percent,
});
export type AllocationRow = z.infer<typeof allocationRow>;

export const risk = z.int().min(1).max(7);

/** What staff write. A draft may lack texts and weights; `publish` says what it lacks, each at its place. */
export const definitionContent = z.strictObject({
  name: perLanguage(definitionLimits.name),
  summary: perLanguage(definitionLimits.summary),
  goal: perLanguage(definitionLimits.goal),
  /** Markdown. */
  docs: perLanguage(definitionLimits.docs),
  questions: z
    .array(
      z.strictObject({
        question: perLanguage(definitionLimits.question),
        answer: perLanguage(definitionLimits.answer),
      }),
    )
    .max(definitionLimits.questions),
  /** On the firm's own scale, not the SRI of a KID. */
  risk,
  /** Recommended holding time. */
  years: z.int().min(1).max(definitionLimits.years),
  currency: knownCurrency,
  /** Smallest and largest amount to join with; null for no largest. */
  minimum: positive,
  maximum: positive.nullable(),
  /** Percent: of what is paid in, of the value a year, of what is paid out. The funds' own costs come on top. */
  fees: z.strictObject({ entry: percent, yearly: percent, exit: percent }),
  allocation: z.array(allocationRow).max(definitionLimits.allocation),
  rebalancing: z.enum(rebalancings),
  /** What it is compared with: a fund, or an instrument with prices. */
  benchmark: z
    .strictObject({
      fund_id: bodyId.nullable(),
      instrument_id: bodyId.nullable(),
      label: perLanguage(definitionLimits.label),
    })
    .nullable(),
});
export type DefinitionContent = z.infer<typeof definitionContent>;

/** A published definition in lists. */
export const definitionCard = z.object({
  id,
  order: z.number().int(),
  featured: z.boolean(),
  name: inEachLanguage,
  summary: inEachLanguage,
  goal: inEachLanguage,
  risk: z.number().int(),
  years: z.number().int(),
  currency: currencyCode,
  minimum: decimal,
  maximum: decimal.nullable(),
  fees: z.object({ entry: decimal, yearly: decimal, exit: decimal }),
  /** Ongoing costs of its funds, weighted, in percent a year; null if a line of the allocation names no fund. */
  funds_costs: decimal.nullable(),
});
export type DefinitionCard = z.infer<typeof definitionCard>;

export const fundDocument = z.object({
  id,
  kind: z.enum(fundDocumentKinds),
  language,
  valid_from: day,
  /** Last day of validity; null without an end. */
  valid_until: day.nullable(),
  file: z.object({ name: z.string(), size: z.number().int(), media_type: z.string() }),
  /** Whether it is the one to read today: valid, and the newest of its kind and language. */
  current: z.boolean(),
});
export type FundDocument = z.infer<typeof fundDocument>;

const fundFields = {
  isin: z.string(),
  name: z.string(),
  manager: z.string(),
  currency: currencyCode,
  type: z.enum(fundTypes),
  legal_form: z.enum(legalForms),
  /** Where it is traded; empty if nowhere. */
  venue: z.string(),
  distribution: z.enum(distributions),
  /** Percent a year, as its KID states them. */
  ongoing_costs: decimal,
  /** 1–7, from its KID; null while none is attached. */
  sri: z.number().int().nullable(),
};
export const fundCard = z.object({
  id,
  ...fundFields,
  /** The instrument with its ISIN in the market data, whose prices complete the NAVs. */
  instrument_id: id.nullable(),
  /** Made-up figures of the demo. */
  demo: z.boolean(),
  /** The newest NAV. */
  nav: z.object({ day, value: decimal, source: z.string() }).nullable(),
});
export type FundCard = z.infer<typeof fundCard>;
export const fund = fundCard.extend({
  documents: z.array(fundDocument),
  /** First day with a NAV. */ since: day.nullable(),
});
export type Fund = z.infer<typeof fund>;

/** What staff write of a fund. */
export const fundContent = z.strictObject({
  isin: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}[A-Z0-9]{9}\d$/),
  name: z.string().trim().min(1).max(fundNameLimits.name).regex(visibleText),
  manager: z.string().trim().min(1).max(fundNameLimits.manager).regex(visibleText),
  currency: knownCurrency,
  type: z.enum(fundTypes),
  legal_form: z.enum(legalForms),
  venue: z.string().trim().max(fundNameLimits.venue).default(""),
  distribution: z.enum(distributions),
  ongoing_costs: percent,
  sri: risk.nullable(),
});
export type FundContent = z.infer<typeof fundContent>;

/** Days without values of more than `gapDays`; both ends have values. */
const gap = z.object({ from: day, to: day });
/** Values of one fund by day, ascending; a day without a value is not there. */
export const navSeries = z.object({
  currency: currencyCode,
  days: z.array(day),
  values: z.array(decimal),
  gaps: z.array(gap),
  sources: z.array(z.string()),
  /** For each day the place of its source in `sources`. */
  sourceOf: z.array(z.number().int()).default([]),
});
export type NavSeries = z.infer<typeof navSeries>;

/** A published definition. */
export const definition = definitionCard.extend({
  version: z.number().int(),
  published_at: instant,
  /** The pictures for shared links (`content.getPicture`), by language; null until they are drawn. */
  pictures: inEachLanguage.nullable(),
  /** Markdown; only with `includeDocsContent`. */
  docs: inEachLanguage.nullable(),
  questions: z.array(z.object({ question: inEachLanguage, answer: inEachLanguage })),
  allocation: z.array(
    z.object({
      fund_id: id.nullable(),
      instrument_id: id.nullable(),
      asset_class: z.enum(allocationClasses),
      /** The fund's or instrument's name where none was written. */
      label: inEachLanguage,
      percent: decimal,
    }),
  ),
  rebalancing: z.enum(rebalancings),
  benchmark: z.object({ label: inEachLanguage }).nullable(),
  /** The funds that its allocation names, in its order, with the documents that are valid today. */
  funds: z.array(fund),
});
export type Definition = z.infer<typeof definition>;

/** Why a definition has no history. `noSeries`: a line names only a class. */
export const historyFaults = ["noSeries", "noValues", "rateMissing"] as const;

/**
 * What the lines of a published definition were worth: only actual values, on one list of days. Values are those of one
 * unit in the definition's currency (converted at the rate of the day, 8 decimals), null on a day without one. The
 * days begin where each line has a value (or, if that is earlier, on the first day that it was offered) and end where one
 * has none any more. Weights and rebalancing are the caller's to apply: what it really was is the chain of its versions.
 */
export const definitionHistory = z.object({
  currency: currencyCode,
  rebalancing: z.enum(rebalancings),
  fees: z.object({ entry: decimal, yearly: decimal, exit: decimal }),
  /** Null with values. */
  fault: z.enum(historyFaults).nullable(),
  days: z.array(day),
  /**
   * The versions that were published, oldest first: each with its weights from its day until the next. Those before one
   * that cannot be calculated are left out, because what it became is unknown.
   */
  versions: z.array(
    z.object({
      since: day,
      rebalancing: z.enum(rebalancings),
      /** Of each line of `history`, in its order. */
      percents: z.array(decimal),
    }),
  ),
  /** The lines of today, then those that only earlier versions had, whose `percent` is 0. */
  history: z.array(
    z.object({
      fund_id: id.nullable(),
      instrument_id: id.nullable(),
      label: inEachLanguage,
      percent: decimal,
      /** Its own currency; if another one, the values are converted. */
      currency: currencyCode,
      navs: z.array(decimal.nullable()),
    }),
  ),
  benchmark: z.object({ label: inEachLanguage, currency: currencyCode, navs: z.array(decimal.nullable()) }).nullable(),
  gaps: z.array(gap),
  /** Where the values and rates come from. */
  sources: z.array(z.string()),
  /** A fund of the demo is among them. */
  demo: z.boolean(),
});
export type DefinitionHistory = z.infer<typeof definitionHistory>;

/** A version of a definition, for staff. */
export const definitionVersion = z.object({
  version: z.number().int(),
  /** `superseded`: public until a newer one was published. */
  state: contentState,
  /** Counts the changes of a draft: a save names the one that it read. */
  edit: z.number().int(),
  content: definitionContent,
  restored_from: z.number().int().nullable(),
  published_at: instant.nullable(),
  published_by: z.string().nullable(),
  changed_at: instant,
  changed_by: z.string(),
});
export type DefinitionVersion = z.infer<typeof definitionVersion>;

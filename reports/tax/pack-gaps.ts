/** What a tax pack lacks: its gaps with the names of what they are about, and their sentences. */
import type { Day } from "@portico/ledger/entry.ts";
import { distinctGaps, type ReportGap } from "../data.ts";
import type { Notes, Sentence } from "../layout.ts";
import type { BulgarianGap } from "./bulgaria-shapes.ts";
import type { PolishGap } from "./poland-shapes.ts";

export const taxGapCodes = [
  "templateMissing",
  /** The year's form is not published. */
  "provisionalYear",
  /** No country of tax residence is stated; or the stated ones lack the country of the form. */
  "residenceMissing",
  "residenceOther",
  "settlementMissing",
  "rateMissing",
  "dayOffUnknown",
  "lotsMissing",
  "costMissing",
  "proceedsMissing",
  "countryMissing",
  "treatyRateMissing",
  "marketMissing",
  "instrumentKindMissing",
  "legalFormMissing",
  "acquisitionDayMissing",
] as const;
type TaxGapCode = (typeof taxGapCodes)[number];

/** `day`: of the rate, or of the entry. */
export interface TaxGap extends ReportGap {
  code: TaxGapCode;
  /** ISO 3166-1 alpha-2. */
  country?: string;
  quantity?: string;
  year?: string;
}

/** What the ledger says of entries and instruments by their ids. */
export interface Names {
  entry: (id: number) => { name: string; day: Day } | undefined;
  instrument: (id: number) => string | undefined;
}

function named(gap: PolishGap | BulgarianGap, names: Names): TaxGap {
  switch (gap.code) {
    case "templateMissing":
      return { code: gap.code, year: String(gap.year) };
    case "dayOffUnknown":
    case "rateMissing":
      // One for all entries that need it.
      return { code: gap.code, currency: gap.currency, day: gap.day };
    case "legalFormMissing":
    case "acquisitionDayMissing": {
      const name = names.instrument(gap.instrumentId);
      return { code: gap.code, ...(name !== undefined && { name }) };
    }
    case "countryMissing":
    case "settlementMissing":
    case "lotsMissing":
    case "costMissing":
    case "proceedsMissing":
    case "treatyRateMissing":
    case "marketMissing":
    case "instrumentKindMissing": {
      const entry =
        gap.entryId === null
          ? { name: "instrumentId" in gap ? names.instrument(gap.instrumentId) : undefined }
          : (names.entry(gap.entryId) ?? {});
      return {
        code: gap.code,
        ...entry,
        ...(gap.code === "treatyRateMissing" && { country: gap.country }),
        ...(gap.code === "lotsMissing" && { quantity: gap.quantity }),
      } as TaxGap;
    }
  }
}

/** The gaps of the figures after those of the pack itself: whose it is, and whether the form is published. */
export function packGaps(
  gaps: readonly (PolishGap | BulgarianGap)[],
  {
    names,
    country,
    residences,
    provisional,
    year,
  }: { names: Names; country: string; residences: readonly string[]; provisional: boolean; year: number },
): TaxGap[] {
  const own: TaxGap[] = [];
  if (residences.length === 0) own.push({ code: "residenceMissing" });
  else if (!residences.includes(country)) own.push({ code: "residenceOther", country });
  if (provisional) own.push({ code: "provisionalYear", year: String(year) });
  return distinctGaps([...own, ...gaps.map((gap) => named(gap, names))]) as TaxGap[];
}

/** More are counted, not told one by one. */
const told = 100;

function sentenceOf({ code, name, currency, day, country, quantity, year }: TaxGap): Sentence {
  return {
    key: `reports.tax.gap.${code}`,
    params: {
      ...(name !== undefined && { name: { as: "text", value: name } }),
      ...(currency !== undefined && { currency: { as: "text", value: currency } }),
      ...(day !== undefined && { day: { as: "day", value: day } }),
      ...(country !== undefined && { country: { as: "text", value: country } }),
      ...(quantity !== undefined && { quantity: { as: "quantity", value: quantity } }),
      ...(year !== undefined && { year: { as: "text", value: year } }),
    },
  };
}

/** None without gaps. */
export function taxGapNotes(gaps: readonly TaxGap[]): Notes[] {
  if (gaps.length === 0) return [];
  const more: Sentence[] =
    gaps.length > told
      ? [{ key: "reports.tax.gap.more", params: { count: { as: "text", value: String(gaps.length - told) } } }]
      : [];
  return [{ kind: "notes", title: "reports.gaps.title", sentences: [...gaps.slice(0, told).map(sentenceOf), ...more] }];
}

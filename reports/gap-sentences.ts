/** Gaps of a report's data as sentences. */
import type { ReportGap } from "./data.ts";
import type { Notes, Sentence } from "./layout.ts";

const known = new Set([
  "priceMissing",
  "rateMissing",
  "costUnknown",
  "splitMissing",
  "priceFromTrade",
  "priceStale",
  "rateStale",
  "daysIncomplete",
  "timeMissing",
  "unitPriceMissing",
  "venueMissing",
  "settlementMissing",
  "ownCostsMissing",
  "costReturnMissing",
  "benchmarkUnknown",
  "benchmarkMissing",
]);

/** One for each; a code of another kind of report names its text itself. */
const gapSentences = (gaps: readonly ReportGap[]): Sentence[] =>
  gaps.map(({ code, name, currency, day, quoted }) => ({
    key: known.has(code) ? `reports.gap.${code}` : "reports.gap.other",
    params: {
      ...(known.has(code) ? {} : { code: { as: "text", value: code } }),
      ...(name !== undefined && { name: { as: "text", value: name } }),
      ...(currency !== undefined && { currency: { as: "text", value: currency } }),
      ...(day !== undefined && { day: { as: "day", value: day } }),
      ...(quoted !== undefined && { quoted: { as: "day", value: quoted } }),
    },
  }));

/** What is missing, as a part of a layout; none if nothing is. */
export const gapNotes = (gaps: readonly ReportGap[]): Notes[] =>
  gaps.length === 0 ? [] : [{ kind: "notes", title: "reports.gaps.title", sentences: gapSentences(gaps) }];

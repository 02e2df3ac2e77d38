/** What is missing or contradicts itself in the firm's data: lists to work off. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { assetClasses } from "./market-data.ts";
import { contentPages } from "./rules/content.ts";
import { dataChecks, instrumentChecks } from "./rules/data-checks.ts";
import { currencyCode, day, decimal, id, language, namedHolder, page, pageQuery } from "./shapes.ts";

/** A held instrument. `quoted`: the day of its last price up to today; null if there is none. */
const instrumentGap = z.object({
  id,
  name: z.string(),
  ticker: z.string(),
  isin: z.string().nullable(),
  currency: currencyCode,
  asset_class: z.enum(assetClasses),
  quoted: day.nullable(),
});
export type InstrumentGap = z.infer<typeof instrumentGap>;

const rateGap = z.object({ currency: currencyCode, quoted: day.nullable() });
export type RateGap = z.infer<typeof rateGap>;

const belowZero = z.object({
  holder: namedHolder,
  /** Of cash, or in which the instrument is quoted. */
  currency: currencyCode,
  /** Null: cash. */
  instrument: z.object({ id, name: z.string() }).nullable(),
  amount: decimal,
});
export type BelowZero = z.infer<typeof belowZero>;

const textBehind = z.object({ page: z.enum(contentPages), languages: z.array(language) });
export type TextBehind = z.infer<typeof textBehind>;

export const dataQuality = defineEndpoints({
  count: {
    method: "GET",
    path: "/staff/data-quality",
    summary: "How much is to be mended, by check; without checks whose list the reader may not open.",
    access: staff("internal"),
    fromReplica: true,
    answer: z.object({ checks: z.array(z.object({ check: z.enum(dataChecks), count: z.number().int() })) }),
  },
  listInstruments: {
    method: "GET",
    path: "/staff/data-quality/instruments",
    summary:
      "Held instruments by name: without a price of the last ten days (`prices`), without ISIN (`isins`), or without country or sector that nobody took out (`facts`).",
    access: staff("internal"),
    fromReplica: true,
    query: z.object({ check: z.enum(instrumentChecks), ...pageQuery }),
    answer: page({ instruments: z.array(instrumentGap) }),
  },
  listRates: {
    method: "GET",
    path: "/staff/data-quality/rates",
    summary: "Held currencies without an exchange rate of the last ten days.",
    access: staff("internal"),
    fromReplica: true,
    answer: z.object({ rates: z.array(rateGap) }),
  },
  listBelowZero: {
    method: "GET",
    path: "/staff/data-quality/below-zero",
    summary: "Clients' cash (`cash`) or units (`units`) below zero.",
    access: staff("internal"),
    fromReplica: true,
    query: z.object({ check: z.enum(["cash", "units"]), ...pageQuery }),
    answer: page({ rows: z.array(belowZero) }),
  },
  listUnnumbered: {
    method: "GET",
    path: "/staff/data-quality/unnumbered",
    summary: "Approved clients without a client number, people first.",
    access: staff("internal"),
    fromReplica: true,
    query: z.object({ ...pageQuery }),
    answer: page({ holders: z.array(namedHolder) }),
  },
  listTexts: {
    method: "GET",
    path: "/staff/data-quality/texts",
    summary: "Public pages of which a language was left behind.",
    access: staff("internal"),
    fromReplica: true,
    answer: z.object({ texts: z.array(textBehind) }),
  },
});

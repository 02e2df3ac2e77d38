/** Facts of the firm's instruments: what portfolios are divided by, and what tax forms ask for. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { knownCountry } from "./known-country.ts";
import { assetClasses } from "./market-data.ts";
import { factSources, isVenue, legalForms, sectors } from "./rules/instruments.ts";
import { currencyCode, decimal, id, page, pageQuery } from "./shapes.ts";

/** `null`: not known. */
const facts = {
  /** Of the issuer, ISO 3166-1 alpha-2. */
  country: z.string().nullable(),
  sector: z.enum(sectors).nullable(),
};
/** What tax forms ask for; only staff state them. `null`: not known. */
const taxFacts = {
  legalForm: z.enum(legalForms).nullable(),
  /** Where it is usually traded: a market identifier (ISO 10383). */
  venue: z.string().refine(isVenue).nullable(),
};

const instrumentFacts = z.object({
  id,
  name: z.string(),
  ticker: z.string(),
  isin: z.string().nullable(),
  currency: currencyCode,
  asset_class: z.enum(assetClasses),
  ...facts,
  ...taxFacts,
  /** Null if nothing was ever stated. With a source but without a value: a colleague took it out. */
  country_source: z.enum(factSources).nullable(),
  sector_source: z.enum(factSources).nullable(),
  /** Percent a year, of the last day of which own costs are stated; null for nothing stated. */
  ongoingCosts: decimal.nullable().default(null),
});
export type InstrumentFacts = z.infer<typeof instrumentFacts>;

export const portfolioInstruments = defineEndpoints({
  listInstruments: {
    method: "GET",
    path: "/staff/instruments",
    summary: "Staff: every instrument with the issuer's country, sector, legal form and venue, by name.",
    access: staff("internal"),
    query: z.object({
      /** A part of the name, ticker or ISIN. */
      search: z.string().trim().min(1).max(60).optional(),
      /** Only those without the fact; `costs`: funds and commodities without costs of their own. */
      missing: z.enum(["country", "sector", "legalForm", "venue", "costs"]).optional(),
      ...pageQuery,
    }),
    answer: page({ instruments: z.array(instrumentFacts), can: z.object({ edit: z.boolean() }) }),
  },
  saveInstrumentFacts: {
    method: "PATCH",
    path: "/staff/instruments/:id",
    summary:
      "Staff: says or takes out the issuer's country, sector, legal form and venue; files do not change what staff said.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({
      country: knownCountry.nullable(),
      sector: z.enum(sectors).nullable(),
      /** As they are without them. */
      ...z.object(taxFacts).partial().shape,
      /** What they were: `stateConflict` if they are not any more. */
      before: z.strictObject({ ...facts, ...z.object(taxFacts).partial().shape }),
    }),
    answer: instrumentFacts,
    errors: ["stateConflict"],
  },
});

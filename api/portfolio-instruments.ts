/** Facts of the firm's instruments that portfolios are divided by: the issuer's country and the sector. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { knownCountry } from "./known-country.ts";
import { assetClasses } from "./market-data.ts";
import { factSources, sectors } from "./rules/instruments.ts";
import { currencyCode, id, page, pageQuery } from "./shapes.ts";

/** `null`: not known. */
const facts = {
  /** Of the issuer, ISO 3166-1 alpha-2. */
  country: z.string().nullable(),
  sector: z.enum(sectors).nullable(),
};

const instrumentFacts = z.object({
  id,
  name: z.string(),
  ticker: z.string(),
  isin: z.string().nullable(),
  currency: currencyCode,
  asset_class: z.enum(assetClasses),
  ...facts,
  /** Null if nothing was ever stated. With a source but without a value: a colleague took it out. */
  country_source: z.enum(factSources).nullable(),
  sector_source: z.enum(factSources).nullable(),
});
export type InstrumentFacts = z.infer<typeof instrumentFacts>;

export const portfolioInstruments = defineEndpoints({
  listInstruments: {
    method: "GET",
    path: "/staff/instruments",
    summary: "Staff: every instrument with the issuer's country and the sector, by name.",
    access: staff("internal"),
    query: z.object({
      /** A part of the name, ticker or ISIN. */
      search: z.string().trim().min(1).max(60).optional(),
      /** Only those without the fact. */
      missing: z.enum(["country", "sector"]).optional(),
      ...pageQuery,
    }),
    answer: page({ instruments: z.array(instrumentFacts), can: z.object({ edit: z.boolean() }) }),
  },
  saveInstrumentFacts: {
    method: "PATCH",
    path: "/staff/instruments/:id",
    summary: "Staff: says or takes out the issuer's country and the sector; files do not change what staff said.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({
      country: knownCountry.nullable(),
      sector: z.enum(sectors).nullable(),
      /** What they were: `stateConflict` if they are not any more. */
      before: z.strictObject(facts),
    }),
    answer: instrumentFacts,
    errors: ["stateConflict"],
  },
});

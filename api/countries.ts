/** Countries: names, calling codes, tax number formats, and the visitor's likely country, to suggest a phone country. */
import { z } from "zod";
import { anyone, defineEndpoints } from "./endpoint.ts";
import { inEachLanguage } from "./shapes.ts";

/** Format of a country's tax numbers without spaces and separators; if none is known, any number is accepted. */
const taxNumber = z.object({
  pattern: z.string().meta({ description: "A regular expression of ECMAScript." }),
  example: z.string().nullable(),
});

export const country = z.object({
  code: z.string().length(2),
  names: inEachLanguage,
  /** Without the plus sign; null if the territory has no phones. */
  callingCode: z.string().nullable(),
  eu: z.boolean(),
  eea: z.boolean(),
  currency: z.string().length(3).nullable(),
  taxNumber: z.object({
    /** False if any 4 to 25 letters and digits are accepted. */
    known: z.boolean(),
    person: taxNumber,
    company: taxNumber,
  }),
});
export type Country = z.output<typeof country>;

/** The id that requests all countries. */
export const allCountries = "all";

export const countries = defineEndpoints({
  getVisitorCountry: {
    method: "GET",
    path: "/countries/visitor",
    summary: "The country of the visitor's address as two letters, or null where nobody can tell.",
    access: anyone,
    answer: z.object({ country: z.string().length(2).nullable() }),
    rateLimits: [{ tries: 60, seconds: 60, per: "address" }],
  },
  get: {
    method: "GET",
    path: "/countries/:id",
    summary:
      "The country of two letters (ISO 3166-1), or every country where the id is `all`; in the order of their codes.",
    access: anyone,
    params: z.object({ id: z.string().max(10) }),
    answer: z.object({ countries: z.array(country) }),
    errors: ["notFound"],
    rateLimits: [{ tries: 60, seconds: 60, per: "address" }],
    cacheSeconds: 86_400,
  },
});

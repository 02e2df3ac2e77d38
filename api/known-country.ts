/** A country in what is sent. */
import { z } from "zod";
import { countryTable } from "./countries.generated.ts";

/** ISO 3166 code of a country that exists. */
export const knownCountry = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .refine((code) => Object.hasOwn(countryTable, code), { params: { field: "unknownCountry" } });

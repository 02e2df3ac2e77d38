/** The countries' calls. */
import type { countries } from "@portico/api/countries.ts";
import type { Handlers } from "../../http/handlers.ts";
import { getCountries } from "./countries.ts";

export const countriesRoutes: Handlers<typeof countries> = {
  getVisitorCountry: async ({ geography, caller }) => ({ country: await geography.phoneCountry(caller.address) }),
  get: async (_context, { params }) => ({ countries: getCountries(params.id) }),
};

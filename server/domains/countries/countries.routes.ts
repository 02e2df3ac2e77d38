/** The countries' calls. */
import type { countries } from "@portico/api/countries.ts";
import type { Handlers } from "../../http/handlers.ts";

export const countriesRoutes: Handlers<typeof countries> = {
  getVisitorCountry: async ({ geography, caller }) => ({ country: await geography.phoneCountry(caller.address) }),
};

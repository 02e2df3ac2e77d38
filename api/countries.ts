/** Where the visitor seems to be, to suggest a phone country. */
import { z } from "zod";
import { anyone, defineEndpoints } from "./endpoint.ts";

export const countries = defineEndpoints({
  getVisitorCountry: {
    method: "GET",
    path: "/countries/visitor",
    summary: "The country of the visitor's address as two letters, or null where nobody can tell.",
    access: anyone,
    answer: z.object({ country: z.string().length(2).nullable() }),
    rateLimits: [{ tries: 60, seconds: 60, per: "address" }],
  },
});

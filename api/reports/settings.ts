/** Settings of reports. */
import { z } from "zod";
import { knownCountry } from "../known-country.ts";
import { custodianLimits } from "../rules/custodians.ts";
import { setting } from "../settings/declaration.ts";

/** Custodians named in entries, with the country in which each is established; matched whatever the case of letters. */
const taxPacks = z.strictObject({
  custodians: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(custodianLimits.name),
        country: knownCountry,
      }),
    )
    .max(custodianLimits.count)
    .superRefine((custodians, context) => {
      const names = new Set<string>();
      for (const [place, { name }] of custodians.entries()) {
        const key = name.toLowerCase();
        if (names.has(key)) context.addIssue({ code: "custom", path: [place, "name"], params: { field: "twice" } });
        names.add(key);
      }
    }),
});

export const settings = { taxPacks: setting(taxPacks, () => ({ custodians: [] })) };

/** How a company's representatives act for it, as its approved form states. */
import { z } from "zod";
import { currencyCode, decimal } from "./shapes.ts";

/** The amount up to which somebody may act. */
export const authorityLimit = z.object({ amount: decimal, currency: currencyCode });
export type AuthorityLimit = z.infer<typeof authorityLimit>;

/**
 * Why somebody's signature alone does not bind the company. `jointly`: they act only together with another; `limit`: alone
 * only up to the amount; `beyond`: jointly only up to the amount; `unnamed`: the form does not name them, and names
 * somebody who does not act alone. `with`: those who must sign too; without any, whoever else acts for the company.
 */
export const notAlone = z.object({
  name: z.string(),
  reason: z.enum(["jointly", "limit", "beyond", "unnamed"]),
  with: z.array(z.string()),
  limit: authorityLimit.nullable(),
});
export type NotAlone = z.infer<typeof notAlone>;

/** How a representative acts, by the form. `with`: who must sign too. */
export const statedAuthority = z.object({
  authority: z.enum(["severally", "jointly"]),
  with: z.array(z.string()),
  limit: authorityLimit.nullable(),
});

export type StatedAuthority = z.infer<typeof statedAuthority>;

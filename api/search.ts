/** One search over all records, for staff. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { searchLimits } from "./rules/search-limits.ts";
import { id } from "./shapes.ts";

/** Kinds of records; a client is a person with an account who is not staff. */
export const recordKinds = ["client", "colleague", "company", "document", "contract", "ticket", "instrument"] as const;
export type RecordKind = (typeof recordKinds)[number];

export const searchResult = z.object({
  kind: z.enum(recordKinds),
  id,
  /** Empty for a company whose form has no name yet. */
  title: z.string(),
  /** What tells records of the same title apart: an address, a number, a holder. */
  subtitle: z.string(),
  /** The record's page, without the language. */
  url: z.string(),
});
export type SearchResult = z.infer<typeof searchResult>;

export const search = defineEndpoints({
  find: {
    method: "GET",
    path: "/staff/search",
    summary:
      "Staff: clients, companies, documents, contracts, tickets and instruments by name in either script, number, e-mail, phone, IBAN or identifier; exact ones first, then beginnings, parts and names with one wrong letter, each newest first.",
    access: staff("internal"),
    fromReplica: true,
    query: z.object({ query: z.string().trim().min(1).max(searchLimits.longest) }),
    answer: z.object({ results: z.array(searchResult) }),
  },
});

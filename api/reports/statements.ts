/** The page Statement of assets: today's statement at once, and who opened it in a quarter. */
import { z } from "zod";
import { defineEndpoints, holder, staff } from "../endpoint.ts";
import { day, holderParams, holderType, id, instant, language, page, pageQuery } from "../shapes.ts";

/** A holder, and the first opening of the quarter; null if there was none. */
const opening = z.object({
  holderType,
  holderId: id,
  name: z.string(),
  clientNumber: z.string(),
  openedAt: instant.nullable(),
  /** Which of the holder's people. */
  openedBy: z.string().nullable(),
  reportId: id.nullable(),
});
export type StatementOpening = z.infer<typeof opening>;

export const statementCalls = defineEndpoints({
  askForStatement: {
    method: "POST",
    path: "/report/:holderType/:holderId/statement",
    summary:
      "The statement of assets of the last day that is over. One that was made within the last quarter of an hour is the same; otherwise it is made from what is known now.",
    access: holder(),
    params: holderParams,
    body: z.strictObject({ language }),
    answer: z.object({ id }),
    errors: ["noClientNumber", "ledgerElsewhere"],
    rateLimits: [{ tries: 120, seconds: 600, per: "person" }],
  },
  listStatementOpenings: {
    method: "GET",
    path: "/staff/statement-openings",
    summary:
      "Clients by their number, with who of theirs first opened an up-to-date statement of assets in a quarter. Those who ceased to be clients only if one was opened.",
    access: staff("internal"),
    fromReplica: true,
    query: z.object({
      ...pageQuery,
      /** Any day of it. */
      quarter: day,
      opened: z.enum(["yes", "no"]).optional(),
      search: z.string().trim().max(120).default(""),
    }),
    answer: page({
      openings: z.array(opening),
      /** Of the quarter, whatever is searched for; null on the pages after the first. */
      counts: z.object({ opened: z.number().int(), notOpened: z.number().int() }).nullable(),
    }),
  },
});

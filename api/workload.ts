/** What waits for the firm, by the colleague whose it is. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { workKinds } from "./rules/work-kinds.ts";
import { id, instant } from "./shapes.ts";

export const workload = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/workload",
    summary: "How much waits for the firm of each kind, by the colleague in charge, and since when the oldest waits.",
    access: staff("internal"),
    fromReplica: true,
    answer: z.object({
      rows: z.array(
        z.object({
          kind: z.enum(workKinds),
          /** In charge of the ticket or the client; null: nobody. */
          person: id.nullable(),
          name: z.string().nullable(),
          /** As the list that is filtered by the colleague counts them. */
          count: z.number().int(),
          oldest: instant,
        }),
      ),
    }),
  },
});

/** What waits for the firm, by the colleague whose it is. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { lateReasons } from "./rules/tickets.ts";
import { workKinds } from "./rules/work-kinds.ts";
import { currencyCode, decimal, id, instant, namedHolder } from "./shapes.ts";

/** In charge of the ticket, the conversation or the client; null: nobody. */
const colleague = { person: id.nullable(), name: z.string().nullable() };

const waiting = z.object({
  kind: z.enum(workKinds),
  ...colleague,
  /** As the list that is filtered by the colleague counts them. */
  count: z.number().int(),
  /** Of tickets that are late or about to be: when the first is due. */
  oldest: instant,
});

/** One of the oldest of a kind. */
const named = z.object({
  kind: z.enum(workKinds),
  person: id.nullable(),
  /** Of the ticket, the form's submission, the contract, and so on. */
  id,
  /** Of a form. */
  revision: z.number().int().nullable(),
  holder: namedHolder,
  /** Since when it waits; of tickets that are late or about to be, when it is due. */
  since: instant,
  title: z.string().nullable(),
  sum: decimal.nullable(),
  currency: currencyCode.nullable(),
});

export const workload = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/workload",
    summary:
      "How much waits for the firm of each kind, by the colleague in charge, and since when the oldest waits; and why tickets are late.",
    access: staff("internal"),
    fromReplica: true,
    answer: z.object({
      rows: z.array(waiting),
      late: z.array(z.object({ ...colleague, why: z.enum(lateReasons), count: z.number().int() })),
    }),
  },
  getDesk: {
    method: "GET",
    path: "/staff/workload/desk",
    summary:
      "What waits for the reader, for nobody, and for each colleague, with the oldest of what is the reader's or nobody's. Of proposals those that the reader may decide.",
    access: staff("internal"),
    // Of a person.
    machine: false,
    fromReplica: true,
    answer: z.object({ rows: z.array(waiting), first: z.array(named) }),
  },
});

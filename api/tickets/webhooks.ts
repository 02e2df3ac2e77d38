/** What other systems are told of tickets. */
import { z } from "zod";
import { client, declareWebhooks, number } from "../webhook-declaration.ts";

const of = { ...client, ticket: number };

export const webhookEvents = declareWebhooks({
  "ticket.opened": {
    audited: "ticket.opened",
    object: "ticket",
    data: z.object({ ...of, topic: z.string().nullable() }),
    means: "A client or the firm opened a ticket.",
  },
  "ticket.answered": {
    audited: "ticket.answered",
    object: "ticket",
    data: z.object({ ...of, comment: number }),
    means: "Staff wrote to the client.",
  },
  "ticket.commented": {
    audited: "ticket.commented",
    object: "ticket",
    data: z.object({ ...of, comment: number }),
    means: "The client wrote in a ticket.",
  },
  "ticket.resolved": {
    audited: "ticket.resolved",
    object: "ticket",
    data: z.object(of),
    means: "A ticket was resolved.",
  },
  "ticket.closed": {
    audited: "ticket.closed",
    object: "ticket",
    data: z.object({ ...of, expired: z.boolean() }),
    means: "A ticket was closed; `expired`: it had stayed resolved.",
  },
});

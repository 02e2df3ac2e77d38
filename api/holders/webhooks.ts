/** What other systems are told of clients and their state. */
import { z } from "zod";
import { holderState } from "../shapes.ts";
import { client, declareWebhooks, number } from "../webhook-declaration.ts";

const moved = {
  audited: "holder.stateChanged",
  object: "client",
  data: z.object({ ...client, state: holderState, revision: number.optional() }),
} as const;

export const webhookEvents = declareWebhooks({
  "client.approved": {
    ...moved,
    when: { action: "approve" },
    means: "A client's form was approved, also a renewed one.",
  },
  "client.returned": { ...moved, when: { action: "return" }, means: "A client's form was returned to be completed." },
  "client.rejected": { ...moved, when: { action: "reject" }, means: "A client was rejected." },
  "client.reopened": { ...moved, when: { action: "reopen" }, means: "A rejected client may submit again." },
  "client.blocked": { ...moved, when: { action: "disable" }, means: "A client or a colleague was blocked." },
  "client.unblocked": { ...moved, when: { action: "enable" }, means: "Somebody who was blocked may act again." },
  "client.numberSet": {
    audited: "holder.clientNumberSet",
    object: "client",
    data: z.object(client),
    means: "A client got another client number.",
  },
  "client.representativesChanged": {
    audited: "holder.representationChanged",
    object: "client",
    data: z.object(client),
    means: "Other people represent a company, or a person represents other companies.",
  },
});

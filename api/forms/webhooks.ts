/** What other systems are told of forms. */
import { z } from "zod";
import { holderState } from "../shapes.ts";
import { client, declareWebhooks, number } from "../webhook-declaration.ts";

export const webhookEvents = declareWebhooks({
  "form.submitted": {
    audited: "form.submitted",
    object: "client",
    data: z.object({ ...client, form: z.string(), revision: number, state: holderState, byStaff: z.boolean() }),
    means: "A form was submitted, by the client or by staff for them.",
  },
});

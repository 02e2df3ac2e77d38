/** What other systems are told of reports. */
import { z } from "zod";
import { day } from "../shapes.ts";
import { client, declareWebhooks, number } from "../webhook-declaration.ts";

export const webhookEvents = declareWebhooks({
  "report.published": {
    audited: "report.published",
    object: "report",
    data: z.object({ ...client, report: number, kind: z.string(), first: day, last: day }),
    from: { first: "from", last: "to" },
    means: "A report of a period was published to a client.",
  },
});

/** Reports that a holder wants made after each month, quarter or year. */
import { z } from "zod";
import { defineEndpoints, holder } from "../endpoint.ts";
import { reportFrequencies, subscriptionEnds, subscriptionFailures } from "../rules/report-subscriptions.ts";
import { reportFailures, reportKinds } from "../rules/reports.ts";
import { day, done, holderParams, id, instant, language } from "../shapes.ts";

const kind = z.enum(reportKinds);
const frequency = z.enum(reportFrequencies);

/** The last period of a subscription. */
const last = z.object({
  from: day,
  to: day,
  /** `waiting`: being made, or tried again after a failure. */
  state: z.enum(["waiting", "told", "failed"]),
  reportId: id.nullable(),
  failure: z.enum([...reportFailures, ...subscriptionFailures]).nullable(),
  /** When it is tried again. */
  tryAt: instant.nullable(),
});

const subscription = z.object({
  id,
  kind,
  frequency,
  language,
  madeBy: z.string(),
  madeAt: instant,
  /** The first day after its next period. */
  dueOn: day,
  last: last.nullable(),
  endedAt: instant.nullable(),
  /** Null for the portal. */
  endedBy: z.string().nullable(),
  endedWhy: z.enum(subscriptionEnds).nullable(),
});
export type ReportSubscription = z.infer<typeof subscription>;

export const subscriptionCalls = defineEndpoints({
  listSubscriptions: {
    method: "GET",
    path: "/report/:holderType/:holderId/subscriptions",
    summary:
      "The reports that the holder has subscribed to, and those that ended within the last 90 days, newest first.",
    access: holder("internal"),
    params: holderParams,
    answer: z.object({
      subscriptions: z.array(subscription),
      /** What can be subscribed to. */
      offer: z.object({ kinds: z.array(kind) }),
    }),
  },
  subscribe: {
    method: "POST",
    path: "/report/:holderType/:holderId/subscriptions",
    summary:
      "Has a report made after each period, from the present one on, and the holder told of it. What is subscribed to already stays as it is.",
    access: holder(),
    params: holderParams,
    body: z.strictObject({ kind, frequency, language }),
    answer: z.object({ id }),
    errors: ["noClientNumber", "ledgerElsewhere", "tooManyRequests"],
    rateLimits: [{ tries: 60, seconds: 600, per: "person" }],
  },
  unsubscribe: {
    method: "POST",
    path: "/report/:holderType/:holderId/subscriptions/:subscriptionId/end",
    summary: "Ends a subscription. Reports that were made stay. Again, it changes nothing.",
    access: holder(),
    params: holderParams.extend({ subscriptionId: id }),
    body: z.strictObject({}).optional(),
    answer: done,
  },
});

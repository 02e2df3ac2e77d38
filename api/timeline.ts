/** What happened to a holder, from the audit log. */
import { z } from "zod";
import { auditActionNames } from "./audit-actions.ts";
import { defineEndpoints, staff } from "./endpoint.ts";
import { holderParams, instant, page, pageQuery } from "./shapes.ts";

const timelineEntry = z.object({
  at: instant,
  /** `other`: an action written by a newer version of the portal. */
  action: z.enum([...auditActionNames, "other"]),
  /** The person who did it, or null for the portal itself. */
  by: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
});

export const timeline = defineEndpoints({
  get: {
    method: "GET",
    path: "/staff/timeline/:holderType/:holderId",
    summary: "Everything that happened to a holder, from the audit log, newest first.",
    access: staff("internal"),
    fromReplica: true,
    params: holderParams,
    query: z.object({ ...pageQuery }),
    answer: page({ entries: z.array(timelineEntry) }),
  },
});

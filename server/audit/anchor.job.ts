/** Anchors the heads of all chains every hour: in chain 0, and outside the database. */
import { z } from "zod";
import { defineJob } from "../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../jobs/start.ts";
import type { Services } from "../kernel/context.ts";
import { storeAnchor } from "./anchor-store.ts";
import { anchorAudit } from "./verify.ts";

export const anchorJob = defineJob({
  name: "audit.anchor",
  data: z.object({}),
  onePerKey: true,
  batch: 1,
  schedule: "17 * * * *",
});

/** The audit log's jobs, for starting the workers. */
export const auditHandlers = ({
  db,
  config,
  log,
  now,
}: Pick<Services, "db" | "config" | "log" | "now">): JobHandler[] => [
  handleJob(anchorJob, async () => {
    const anchor = await anchorAudit(db);
    await storeAnchor(config, anchor, now());
    log.info({ chains: anchor.heads.length }, "the audit log was anchored");
  }),
];

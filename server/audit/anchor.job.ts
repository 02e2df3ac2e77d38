/** Anchors the heads of all chains every hour: in chain 0, and in a file outside the database. */
import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { defineJob } from "../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../jobs/start.ts";
import type { Services } from "../kernel/context.ts";
import { anchorAudit } from "./verify.ts";

export const anchorJob = defineJob({
  name: "audit.anchor",
  data: z.object({}),
  onePerKey: true,
  batch: 1,
  schedule: "17 * * * *",
});

/** One anchor per line; operators copy the file to a place that database users cannot write. */
export const anchorFile = (dataDir: string): string => join(dataDir, "audit-anchors.jsonl");

/** The audit log's jobs, for starting the workers. */
export const auditHandlers = ({
  db,
  config,
  log,
  now,
}: Pick<Services, "db" | "config" | "log" | "now">): JobHandler[] => [
  handleJob(anchorJob, async () => {
    const anchor = await anchorAudit(db);
    await mkdir(config.dataDir, { recursive: true });
    await appendFile(anchorFile(config.dataDir), `${JSON.stringify({ at: now().toISOString(), ...anchor })}\n`, {
      mode: 0o600,
    });
    log.info({ chains: anchor.heads.length }, "the audit log was anchored");
  }),
];

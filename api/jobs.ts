/** The firm's own jobs. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { jobReason } from "./job-reasons.ts";
import { done, instant } from "./shapes.ts";

/** What a process does: both, only calls and pages, or only jobs. */
export const processKinds = ["all", "serve", "jobs"] as const;
/** What all processes have to have in common: where things are kept, and what carries messages between sockets. */
export const processStores = ["files", "mail", "sharepoint", "bus"] as const;

/** Why reports are not read from a process's replica. */
export const replicaProblems = ["away", "behind", "notStandby", "otherDatabase", "role"] as const;

const run = z.object({
  started_at: instant,
  finished_at: instant.nullable(),
  outcome: z.record(z.string(), z.number()).nullable(),
  failure: z
    .object({
      reason: jobReason,
      /** In English, such as the words of a mail server. */
      detail: z.string().nullable(),
    })
    .nullable(),
});
const jobParams = z.object({ job: z.string().max(60) });

export const jobs = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/jobs",
    summary: "The firm's own jobs with their last run and what it did, and when each runs next.",
    access: staff("admin"),
    answer: z.array(
      z.object({
        job: z.string(),
        schedule: z.string().nullable(),
        /** By its schedule; null without one. */
        next: instant.nullable(),
        /** `waiting`: it begins at once, as soon as a worker is free. */
        state: z.enum(["idle", "waiting", "running"]),
        last: run.nullable(),
      }),
    ),
  },
  listRuns: {
    method: "GET",
    path: "/staff/jobs/:job/runs",
    summary: "The last 30 recorded runs of one of the firm's jobs, newest first.",
    access: staff("admin"),
    params: jobParams,
    answer: z.array(run),
  },
  run: {
    method: "POST",
    path: "/staff/jobs/:job/run",
    summary: "Runs one of the firm's jobs now, beside its schedule; `jobRunning` while it runs or is about to.",
    access: staff("admin"),
    params: jobParams,
    body: z.strictObject({}).optional(),
    answer: done,
    errors: ["jobRunning"],
  },
  processes: {
    method: "GET",
    path: "/staff/processes",
    summary: "The portal's processes, the newest first, with those that were lost in the last minutes.",
    access: staff("admin"),
    answer: z.array(
      z.object({
        id: z.uuid(),
        host: z.string(),
        pid: z.number().int(),
        build: z.string(),
        /** Another than that of the newest process. */
        otherBuild: z.boolean(),
        kind: z.enum(processKinds),
        started_at: instant,
        seen_at: instant,
        /** Seen a moment ago. */
        alive: z.boolean(),
        /** What another process has elsewhere. */
        alone: z.array(z.enum(processStores)),
        /** False: jobs wait, and its pages do not hear of other processes. */
        reachesDirect: z.boolean(),
        /** False: its pages do not hear of other processes. */
        reachesRedis: z.boolean(),
        /** Null: reports are read from its replica, or it has none. */
        replica: z.enum(replicaProblems).nullable(),
        /** By how much its machine's clock is ahead of the database's; 0 up to a few seconds. */
        clockAheadSeconds: z.number().int(),
      }),
    ),
  },
});

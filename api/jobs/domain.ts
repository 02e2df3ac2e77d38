/** Background jobs, as staff see them. */
import type { Changes } from "../declaration.ts";
import type { ReadingCall } from "../stale-calls.ts";

export const changes = {
  run: ({ params: { job } }) => ({ "jobs.list": {}, "jobs.listRuns": { params: { job } } }),
} satisfies Changes<"jobs">;

export const afterReconnect: readonly ReadingCall[] = ["jobs.list", "jobs.listRuns", "jobs.processes"];

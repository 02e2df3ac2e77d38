/** Background jobs, as staff see them. */
import type { ReadingCall } from "../stale-calls.ts";

export const afterReconnect: readonly ReadingCall[] = ["jobs.list", "jobs.processes"];

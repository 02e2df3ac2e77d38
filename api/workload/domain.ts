/** What waits for the firm by colleague. It changes with everything that anybody does: it is asked for anew. */
import type { ReadingCall } from "../stale-calls.ts";

export const afterReconnect: readonly ReadingCall[] = ["workload.getDesk", "workload.list"];

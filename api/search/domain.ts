/** The search over all records. Its answers are as old as what was typed: each is asked for anew. */
import type { ReadingCall } from "../stale-calls.ts";

export const afterReconnect: readonly ReadingCall[] = ["search.find"];

/** What is to be mended in the firm's data. It changes with what others do: it is asked for anew. */
import type { ReadingCall } from "../stale-calls.ts";

export const afterReconnect: readonly ReadingCall[] = ["dataQuality.count"];

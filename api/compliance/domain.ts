/** What a compliance officer asks for. */
import type { ReadingCall } from "../stale-calls.ts";

export const afterReconnect: readonly ReadingCall[] = [];

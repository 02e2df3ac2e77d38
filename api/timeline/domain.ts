/** What happened to a holder, from the audit log. */
import type { ReadingCall } from "../stale-calls.ts";

export const afterReconnect: readonly ReadingCall[] = ["timeline.get"];

/** Members of staff, as colleagues see them. */
import type { ReadingCall } from "../stale-calls.ts";

export const afterReconnect: readonly ReadingCall[] = ["colleagues.list", "colleagues.listPeople"];

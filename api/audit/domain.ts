/** The audit log as administrators look through it. */
import type { Changes } from "../declaration.ts";
import type { ReadingCall } from "../stale-calls.ts";

export const changes = { verify: () => ({ "audit.list": {} }) } satisfies Changes<"audit">;

export const afterReconnect: readonly ReadingCall[] = [];

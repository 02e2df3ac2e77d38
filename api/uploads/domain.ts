/** Large files, sent in fragments. */

import { type Changes, nothing, type StaleBySetting } from "../declaration.ts";
import type { ReadingCall } from "../stale-calls.ts";

export const changes = {
  create: nothing,
  append: nothing,
  finish: nothing,
  remove: nothing,
} satisfies Changes<"uploads">;

export const afterReconnect: readonly ReadingCall[] = ["uploads.getRoom"];

export const staleBySetting: StaleBySetting = { documentLimits: { "uploads.getRoom": {} } };

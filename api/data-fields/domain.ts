/** The firm's own fields of a client. */

import type { Changes } from "../declaration.ts";
import type { ReadingCall } from "../stale-calls.ts";

export const changes = {
  create: () => ({ "dataFields.list": {} }),
  save: () => ({ "dataFields.list": {}, "users.get": {}, "users.list": {} }),
  remove: () => ({ "dataFields.list": {}, "dataFields.listArchived": {}, "users.get": {}, "users.list": {} }),
  restore: () => ({ "dataFields.list": {}, "dataFields.listArchived": {}, "users.get": {}, "users.list": {} }),
} satisfies Changes<"dataFields">;

export const afterReconnect: readonly ReadingCall[] = ["dataFields.list", "dataFields.listArchived"];

/** Groups of clients that are told something together. */
import type { Changes } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const groups = (): StaleCalls => ({
  "distributionGroups.list": {},
  "distributionGroups.listOfUser": {},
  "users.list": {},
});

export const changes = { setOfUser: groups, rename: groups, remove: groups } satisfies Changes<"distributionGroups">;

export const afterReconnect: readonly ReadingCall[] = ["distributionGroups.list", "distributionGroups.listOfUser"];

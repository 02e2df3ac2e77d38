/** Files that the portal picks up from custodians, and fetches from sources of prices and rates. */
import { type Changes, type Notifications, nothing, type StaleBySetting, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const all = (): StaleCalls => ({ "pickups.list": {}, "pickups.listFiles": {} });

export const events = {
  /** A source was looked at, or a file of one was read or moved. */
  "pickups:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: all }),
};

export const changes = {
  test: nothing,
  saveSecret: () => ({ "pickups.list": {} }),
  look: nothing,
  readAgain: all,
  setAside: all,
} satisfies Changes<"pickups">;

export const staleBySetting = {
  pickups: { "pickups.list": {} },
  quoteSources: { "pickups.list": {} },
} as const satisfies StaleBySetting;

export const afterReconnect: readonly ReadingCall[] = ["pickups.list", "pickups.listFiles"];

export const notifications = {
  // With the source's name in `params.name`.
  pickup_waiting: "staff",
  pickup_late: "staff",
  pickup_failed: "staff",
} as const satisfies Notifications;

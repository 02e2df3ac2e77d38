/** Keys of the firm's own systems. */
import { type Changes, type Notifications, type StaleBySetting, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const list = (): StaleCalls => ({ "machines.list": {} });

export const events = {
  /** A key was made, decided, rotated, taken over, or ended. */
  "machines:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: list }),
};

export const changes = {
  make: list,
  approve: list,
  decline: list,
  revoke: list,
  rotate: list,
  takeOver: list,
} satisfies Changes<"machines">;

export const staleBySetting = { machineKeys: { "machines.list": {} } } as const satisfies StaleBySetting;

export const afterReconnect: readonly ReadingCall[] = ["machines.list"];

export const notifications = {
  // With the key's name in `params.name`.
  machine_key_waits: "staff",
  machine_key_expiring: "staff",
  machine_key_stopped: "staff",
  machine_key_exposed: "staff",
} as const satisfies Notifications;

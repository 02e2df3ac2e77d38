/** The demo beside the portal. */
import { type Changes, nothing, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const current = (): StaleCalls => ({ "demoPortal.get": {} });

export const events = {
  /** It was asked for, is loaded, failed or was removed. */
  "demoPortal:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: current }),
};

export const changes = {
  load: current,
  remove: current,
  enter: nothing,
} satisfies Changes<"demoPortal">;

export const afterReconnect: readonly ReadingCall[] = ["demoPortal.get"];

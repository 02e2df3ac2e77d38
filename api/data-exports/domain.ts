/** Exports for accounting and analysis. */
import { type Changes, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const all = (): StaleCalls => ({ "dataExports.list": {}, "dataExports.get": {} });

export const events = {
  /** An export was asked for, went on, or ended. */
  "dataExports:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: all }),
};

export const changes = { create: all, cancel: all } satisfies Changes<"dataExports">;

export const afterReconnect: readonly ReadingCall[] = ["dataExports.list", "dataExports.get"];

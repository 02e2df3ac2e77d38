/** Staff's runs of reports. */
import { type Changes, nothing, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const runs = (): StaleCalls => ({
  "reportRuns.list": {},
  "reportRuns.get": {},
  "reportRuns.listAddressees": {},
  "reportRuns.listSchedules": {},
});

export const events = {
  /** A run was started, went on, or ended. */
  "reportRuns:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: runs }),
};

export const changes = {
  preview: nothing,
  create: runs,
  move: runs,
  retry: runs,
  allowGaps: runs,
  createSchedule: runs,
  switchSchedule: runs,
} satisfies Changes<"reportRuns">;

export const afterReconnect: readonly ReadingCall[] = [
  "reportRuns.list",
  "reportRuns.get",
  "reportRuns.listAddressees",
  "reportRuns.listSchedules",
];

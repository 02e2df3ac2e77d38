/** Benchmarks: what performance is compared with. */
import { type Changes, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const all = (): StaleCalls => ({
  "benchmarks.list": {},
  "benchmarks.open": {},
  "benchmarks.listValues": {},
  "benchmarks.listUploads": {},
  "benchmarks.getUpload": {},
  "benchmarks.listOffered": {},
  "portfolios.getPerformance": {},
});

export const events = {
  /** A benchmark, its values or its assignments were changed by staff. */
  "benchmarks:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: all }),
};

export const changes = {
  create: all,
  save: all,
  end: all,
  restore: all,
  assign: all,
  unassign: all,
  previewValues: () => ({ "benchmarks.listUploads": {} }),
  confirmValues: all,
  discardValues: () => ({ "benchmarks.listUploads": {}, "benchmarks.getUpload": {} }),
} satisfies Changes<"benchmarks">;

export const afterReconnect: readonly ReadingCall[] = [
  "benchmarks.list",
  "benchmarks.listOffered",
  "benchmarks.open",
  "benchmarks.listUploads",
  "benchmarks.getUpload",
  "benchmarks.listValues",
];

/** Reconciliation with custodians. */
import { type Changes, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const lists = (): StaleCalls => ({
  "reconciliation.listDays": {},
  "reconciliation.listBreaks": {},
  "reconciliation.listAgreed": {},
});

export const events = {
  /** Accounts were compared, or a break was worked on. */
  "reconciliation:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: lists }),
};

const breaks = (): StaleCalls => ({ "reconciliation.listBreaks": {} });

export const changes = {
  takeBreak: breaks,
  noteBreak: breaks,
  explainBreak: breaks,
} satisfies Changes<"reconciliation">;

export const afterReconnect: readonly ReadingCall[] = [
  "reconciliation.listDays",
  "reconciliation.listBreaks",
  "reconciliation.listAgreed",
];

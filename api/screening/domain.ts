/** Screening against sanctions and lists of politically exposed persons: nothing of it reaches a client. */
import { type Changes, type Notifications, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const candidates = (): StaleCalls => ({
  "screening.listCandidates": {},
  "screening.getCandidate": {},
  "screening.ofHolder": {},
});
const lists = (): StaleCalls => ({ "screening.listLists": {}, "screening.getList": {} });

export const events = {
  /** Candidates were found or decided. It names nobody. */
  "screening:candidates": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: candidates }),
  /** A list was read, taken or dropped. */
  "screening:lists": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: lists }),
};

export const changes = {
  previewList: lists,
  takeList: () => ({ ...lists(), ...candidates() }),
  discardList: lists,
  decide: candidates,
  screenNow: candidates,
} satisfies Changes<"screening">;

export const notifications = {
  /** Somebody of the client's records may be on the list. */
  screening_found: "staffAboutClient",
} as const satisfies Notifications;

export const afterReconnect: readonly ReadingCall[] = [
  "screening.getCandidate",
  "screening.getList",
  "screening.listCandidates",
  "screening.listLists",
  "screening.ofHolder",
];

/** Who of staff works on what. */
import { type Changes, type Notifications, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";
import type { ClaimedKind } from "./kinds.ts";

const ofKind = (kind: ClaimedKind): StaleCalls => ({ "workClaims.list": { params: { kind } } });

export const events = {
  /** Somebody began or ended work on one of the kind. */
  "work:claimed": socketEvent<{ kind: ClaimedKind }>({
    to: "staff",
    carries: { kind: true },
    stale: ({ kind }) => ofKind(kind),
  }),
};

export const changes = {
  claim: ({ params: { kind } }) => ofKind(kind),
  release: ({ params: { kind } }) => ofKind(kind),
} satisfies Changes<"workClaims">;

export const afterReconnect: readonly ReadingCall[] = ["workClaims.list"];

/** To whoever was given work by a colleague. */
export const notifications = { work_given: "staff" } as const satisfies Notifications;

/** What holders let others read. */
import { type Changes, type Notifications, nothing, socketEvent, theHolder } from "../declaration.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const ofHolder = ({ holderType, holderId }: Holder): StaleCalls => {
  const params = { holderType, holderId };
  return { "delegations.list": { params }, "timeline.get": { params } };
};

export const events = {
  /** Somebody was invited by the holder, accepted it, or it ended. */
  delegation: socketEvent<Holder>({ to: "holderAndStaff", carries: theHolder, stale: ofHolder }),
};

export const changes = {
  invite: ({ params }) => ofHolder(params),
  end: ({ params }) => ofHolder(params),
  readInvitation: nothing,
  accept: () => ({ "delegations.listOwn": {}, "users.getState": {} }),
  giveUp: () => ({
    "delegations.listOwn": {},
    "users.getState": {},
    "reports.list": {},
    "reports.get": {},
    "documents.list": {},
  }),
} satisfies Changes<"delegations">;

export const afterReconnect: readonly ReadingCall[] = ["delegations.list", "delegations.listOwn"];

export const notifications = {
  delegate_accepted: "holderAndMail",
  delegate_ended: "holder",
  delegate_ending: "holder",
  delegate_undelivered: "holder",
} as const satisfies Notifications;

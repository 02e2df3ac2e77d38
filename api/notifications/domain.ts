/** Notifications of a person and of the companies they represent. */
import { type Changes, type Notifications, nothing, socketEvent, theHolder } from "../declaration.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const seen = (id: number): StaleCalls => ({
  "notifications.listOfUser": { params: { id } },
  "notifications.listOfCompanies": { params: { userId: id } },
});

export const events = {
  /** A notification was added, or removed from the list (also on another device). */
  notification: socketEvent<Holder & { notificationId: number }>({
    to: "holder",
    carries: { ...theHolder, notificationId: true },
    stale: ({ holderType, holderId: id }) =>
      holderType === "user"
        ? { "notifications.listOfUser": { params: { id } } }
        : { "notifications.listOfCompanies": {} },
  }),
  /** A person has seen notifications, on one of their devices. */
  "notification:seen": socketEvent<Holder>({
    to: "holder",
    carries: theHolder,
    stale: ({ holderId }) => seen(holderId),
  }),
};

export const changes = {
  markSeen: ({ params: { userId } }) => seen(userId),
  remove: () => ({ "notifications.listOfUser": {}, "notifications.listOfCompanies": {} }),
  send: ({ params: { holderType, holderId } }) => ({ "timeline.get": { params: { holderType, holderId } } }),
  sendToGroup: nothing,
} satisfies Changes<"notifications">;

export const afterReconnect: readonly ReadingCall[] = ["notifications.listOfCompanies", "notifications.listOfUser"];

export const notifications = { generic: "holder", failure: "holder" } as const satisfies Notifications;

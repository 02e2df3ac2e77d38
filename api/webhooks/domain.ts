/** Webhooks: events that the firm's own systems are told of. */
import { type Changes, type Notifications, type StaleBySetting, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const all = (): StaleCalls => ({ "webhooks.list": {}, "webhooks.listDeliveries": {}, "webhooks.getDelivery": {} });

export const events = {
  /** An endpoint was disabled or works again, or a message was sent from the page. */
  "webhooks:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: all }),
};

export const changes = {
  makeSecret: () => ({ "webhooks.list": {} }),
  endFormerSecret: () => ({ "webhooks.list": {} }),
  pause: () => ({ "webhooks.list": {} }),
  resume: () => ({ "webhooks.list": {} }),
  remove: () => ({ "webhooks.list": {}, "settings.get": {} }),
  dropWaiting: all,
  test: all,
  sendAgain: all,
} satisfies Changes<"webhooks">;

export const staleBySetting = { webhooks: { "webhooks.list": {} } } as const satisfies StaleBySetting;

export const afterReconnect: readonly ReadingCall[] = [
  "webhooks.list",
  "webhooks.listDeliveries",
  "webhooks.getDelivery",
];

export const notifications = {
  // With the endpoint's name in `params.name`.
  webhook_given_up: "staff",
  webhook_disabled: "staff",
} as const satisfies Notifications;

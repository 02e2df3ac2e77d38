/** Several notifications that say the same, such as ten comments in one ticket, are one line of a list. */
import type { Notification } from "@portico/api/notifications.ts";

/** Notifications that differ only in their time, the newest first; never empty. */
export type EqualNotifications = readonly [Notification, ...Notification[]];

/** Of a list with the newest first; what the reader has not seen yet is kept apart from what they have. */
export function groupEqual(notifications: readonly Notification[], seenAt: string): EqualNotifications[] {
  const groups = new Map<string, [Notification, ...Notification[]]>();
  for (const one of notifications) {
    const key = JSON.stringify([one.created_at > seenAt, { ...one, id: null, created_at: null }]);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

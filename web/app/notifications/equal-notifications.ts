/** Several notifications that say the same, such as ten comments in one ticket, are one line of a list. */
import type { Notification } from "@portico/api/notifications.ts";

/** Notifications that differ only in their time, the newest first; never empty. */
export type EqualNotifications = readonly [Notification, ...Notification[]];

/** Of a list with the newest first; what is new to the reader is kept apart from what is not. */
export function groupEqual(
  notifications: readonly Notification[],
  isNew: (one: Notification) => boolean,
): EqualNotifications[] {
  const groups = new Map<string, [Notification, ...Notification[]]>();
  for (const one of notifications) {
    const key = JSON.stringify([isNew(one), { ...one, id: null, created_at: null, seen: null }]);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

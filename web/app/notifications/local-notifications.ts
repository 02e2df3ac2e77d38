/** Notifications of this browser only: negative ids, deleted with the tab. */
import type { Notification, NotificationType } from "@portico/api/notifications.ts";
import { currentSession, onSessionChange } from "../shell/session.ts";
import { createStore, useStore } from "../shell/store.ts";

const none: readonly Notification[] = [];
const store = createStore<readonly Notification[]>(none);
let lastId = 0;

if (typeof window !== "undefined")
  onSessionChange(() => {
    if (!currentSession()) store.set(none);
  });

/** Adds a notification unknown to the server; replaces one of the same type and text. */
export function notifyLocally(type: NotificationType, text: string): void {
  const holder_id = currentSession()?.profile.id;
  if (holder_id === undefined) return;
  lastId -= 1;
  const added: Notification = {
    id: lastId,
    type,
    text,
    params: {},
    target_id: null,
    company_id: null,
    holder_type: "user",
    holder_id,
    created_at: new Date().toISOString(),
  };
  store.set([added, ...store.get().filter((one) => one.type !== type || one.text !== text)].slice(0, 20));
}

export const removeLocalNotification = (id: number): void => store.set(store.get().filter((one) => one.id !== id));
export const useLocalNotifications = (): readonly Notification[] => useStore(store, none);

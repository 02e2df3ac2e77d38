/** Notifications of this browser only: negative ids, deleted with the tab, and taken along to another language. */

import type { NotificationType } from "@portico/api/notification-types.ts";
import type { Notification } from "@portico/api/notifications.ts";
import { useMemo } from "react";
import { type PlainKey, useText } from "../../ui/text.tsx";
import { onHandOver, takeHandedOver } from "../navigation/text-across-languages.ts";
import { currentSession, onSessionChange } from "../session/session.ts";
import { createStore, useStore } from "../store.ts";

/** With the key of its text, which is written in the language of the page. */
interface LocalNotification extends Pick<Notification, "id" | "type" | "holder_id" | "created_at" | "seen"> {
  key: PlainKey;
}

const none: readonly LocalNotification[] = [];
const handOverName = "localNotifications";

/** Those of the same person, if the page before was in another language. */
function handedOver(): readonly LocalNotification[] {
  const all = JSON.parse(takeHandedOver(handOverName) ?? "[]") as readonly LocalNotification[];
  return all.filter(({ holder_id }) => holder_id === currentSession()?.profile.id);
}

const store = createStore(typeof window === "undefined" ? none : handedOver());

if (typeof window !== "undefined") {
  onHandOver(handOverName, () => JSON.stringify(store.get()));
  onSessionChange(() => {
    if (!currentSession()) store.set(none);
  });
}

/** Adds a notification unknown to the server; replaces one of the same type and text. */
export function notifyLocally(type: NotificationType, key: PlainKey): void {
  const holder_id = currentSession()?.profile.id;
  if (holder_id === undefined) return;
  const all = store.get();
  const id = Math.min(0, ...all.map((one) => one.id)) - 1;
  const added = { id, type, key, holder_id, created_at: new Date().toISOString(), seen: false };
  store.set([added, ...all.filter((one) => one.type !== type || one.key !== key)].slice(0, 20));
}

export const removeLocalNotification = (id: number): void => store.set(store.get().filter((one) => one.id !== id));

export function seeLocalNotifications(ids: readonly number[]): void {
  if (store.get().some(({ id, seen }) => !seen && ids.includes(id)))
    store.set(store.get().map((one) => (ids.includes(one.id) ? { ...one, seen: true } : one)));
}

/** The current ones, outside of rendering. */
export const currentLocalNotifications = (): readonly LocalNotification[] => store.get();

export function useLocalNotifications(): readonly Notification[] {
  const t = useText();
  const all = useStore(store, none);
  return useMemo(
    () =>
      all.map(({ key, ...one }) => ({
        ...one,
        text: t(key),
        params: {},
        target_id: null,
        company_id: null,
        holder_type: "user",
      })),
    [all, t],
  );
}

/** The person's notifications, those of their companies, and this browser's own; live through the socket. Through a client's eyes: the client's. */
import type { Notification } from "@portico/api/notifications.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../shell/api.tsx";
import { useProfile } from "../shell/session.ts";
import { useSocketConnect, useSocketEvent } from "../shell/use-socket-event.ts";
import { useViewAs } from "../shell/view-as.ts";
import { removeLocalNotification, useLocalNotifications } from "./local-notifications.ts";

const newestFirst = (a: Notification, b: Notification): number =>
  b.created_at.localeCompare(a.created_at) || b.id - a.id;

export function useNotifications() {
  const api = useApi();
  const queries = useQueryClient();
  const own = useProfile().id;
  const viewed = useViewAs()?.holder;
  const local = useLocalNotifications();
  // A company's notifications lie with each person who acts for it, and a look at the company is none at them.
  const unseen = viewed?.holderType === "company";
  const id = viewed?.holderId ?? own;
  const queryKey = ["notifications", id];
  const query = useQuery({
    queryKey,
    enabled: !unseen,
    queryFn: async ({ signal }) => {
      const [persons, companies] = await Promise.all([
        api.notifications.listOfUser({ params: { id }, signal }),
        api.notifications.listOfCompanies({ params: { userId: id }, signal }),
      ]);
      return [...persons, ...companies];
    },
  });
  const again = () => void queries.invalidateQueries({ queryKey });
  useSocketEvent("notification", again);
  useSocketConnect(again);

  const remove = useMutation({
    mutationFn: async ({ id: notificationId, holder_type, holder_id }: Notification) => {
      if (notificationId < 0) return removeLocalNotification(notificationId);
      await api.notifications.remove({
        params: { holderType: holder_type, holderId: holder_id, id: notificationId },
      });
    },
    onMutate: ({ id: removed }) => {
      queries.setQueryData<Notification[]>(queryKey, (all) => all?.filter((one) => one.id !== removed));
    },
    onSettled: again,
  });

  return {
    notifications: unseen ? [] : query.data && [...(viewed ? [] : local), ...query.data].toSorted(newestFirst),
    /** None are shown, which does not say that there are none. */
    unseen,
    /** Nothing can be taken off the list. */
    readOnly: viewed !== undefined,
    isError: query.isError,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
    remove,
  };
}

const endOfTime = "9999";
const seenKey = (userId: number): string => `portico.seen.${userId}`;

/** The moment up to which this browser's person has seen notifications, and how to say that all are seen. */
export function useSeen(): { seenAt: string; markSeen: (at: string) => void } {
  const { id } = useProfile();
  const isOwn = useViewAs() === null;
  const [seenAt, setSeenAt] = useState(() => localStorage.getItem(seenKey(id)) ?? "");
  // What a client has seen only the client's own browser knows.
  if (!isOwn) return { seenAt: endOfTime, markSeen: () => undefined };
  return {
    seenAt,
    markSeen: (at) => {
      localStorage.setItem(seenKey(id), at);
      setSeenAt(at);
    },
  };
}

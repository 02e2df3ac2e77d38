/** The person's notifications, those of their companies, and this browser's own; live through the socket. */
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
  const { id } = useProfile();
  const local = useLocalNotifications();
  const isOwn = useViewAs() === null;
  const queryKey = ["notifications", id];
  const query = useQuery({
    queryKey,
    enabled: isOwn,
    queryFn: async ({ signal }) => {
      const [own, companies] = await Promise.all([
        api.notifications.listOfUser({ params: { id }, signal }),
        api.notifications.listOfCompanies({ params: { userId: id }, signal }),
      ]);
      return [...own, ...companies];
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
    notifications: query.data && [...local, ...query.data].toSorted(newestFirst),
    isError: query.isError,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
    remove,
  };
}

const seenKey = (userId: number): string => `portico.seen.${userId}`;

/** The moment up to which this browser's person has seen notifications, and how to say that all are seen. */
export function useSeen(): { seenAt: string; markSeen: (at: string) => void } {
  const { id } = useProfile();
  const [seenAt, setSeenAt] = useState(() => localStorage.getItem(seenKey(id)) ?? "");
  return {
    seenAt,
    markSeen: (at) => {
      localStorage.setItem(seenKey(id), at);
      setSeenAt(at);
    },
  };
}

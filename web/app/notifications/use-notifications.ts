/** Notifications of the person, their companies and this browser, updated through the socket; in view-as, the client's. */
import type { Notification } from "@portico/api/notifications.ts";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange } from "../shell/calls/use-change.ts";
import { useKnown } from "../shell/calls/use-known.ts";
import { removeLocalNotification, useLocalNotifications } from "../shell/dialogs/local-notifications.ts";
import { useProfile } from "../shell/session/session.ts";
import { useViewAs } from "../shell/session/view-as.ts";
import type { EqualNotifications } from "./equal-notifications.ts";

const newestFirst = (a: Notification, b: Notification): number =>
  b.created_at.localeCompare(a.created_at) || b.id - a.id;

export function useNotifications() {
  const api = useApi();
  const known = useKnown();
  const own = useProfile().id;
  const viewed = useViewAs()?.holder;
  const local = useLocalNotifications();
  // A company's notifications belong to each representative, and viewing the company does not include them.
  const unseen = viewed?.holderType === "company";
  const id = viewed?.holderId ?? own;
  const persons = useCall(api.notifications.listOfUser, { params: { id } }, { enabled: !unseen });
  const companies = useCall(api.notifications.listOfCompanies, { params: { userId: id } }, { enabled: !unseen });
  const lists = [persons, companies];
  const stored = persons.data && companies.data && [...persons.data, ...companies.data];

  const remove = useChange(
    async (calls, removed: EqualNotifications): Promise<void> => {
      const removeOne = async ({ id: notificationId, holder_type: holderType, holder_id: holderId }: Notification) => {
        if (notificationId < 0) return removeLocalNotification(notificationId);
        await calls.notifications.remove({ params: { holderType, holderId, id: notificationId } });
      };
      await Promise.all(removed.map(removeOne));
    },
    {
      onMutate: (removed) => {
        const ids = new Set(removed.map((one) => one.id));
        const without = (all?: Notification[]) => all?.filter((one) => !ids.has(one.id));
        known.set(api.notifications.listOfUser, { params: { id } }, without);
        known.set(api.notifications.listOfCompanies, { params: { userId: id } }, without);
      },
      inBackground: true,
    },
  );

  return {
    notifications: unseen ? [] : stored && [...(viewed ? [] : local), ...stored].toSorted(newestFirst),
    /** None are shown, which does not mean that there are none. */
    unseen,
    /** Nothing can be removed from the list. */
    readOnly: viewed !== undefined,
    isError: lists.some(({ isError }) => isError),
    isFetching: lists.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { refetch } of lists) void refetch();
    },
    remove,
  };
}

/** What the reader sees of their notifications is not new any more. */
import type { Notification } from "@portico/api/notifications.ts";
import { useEffect, useState } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useChange } from "../shell/calls/use-change.ts";
import { useKnown } from "../shell/calls/use-known.ts";
import { seeLocalNotifications } from "../shell/dialogs/local-notifications.ts";
import { useProfile } from "../shell/session/session.ts";
import type { useNotifications } from "./use-notifications.ts";

/**
 * Of what is shown, all counts as seen, on every device. What was new when it came into sight is still marked until the
 * list is closed. `isShown`: which of the list.
 */
export function useShown(
  { notifications, readOnly }: Pick<ReturnType<typeof useNotifications>, "notifications" | "readOnly">,
  isShown: (list: readonly Notification[]) => readonly Notification[],
): (one: Notification) => boolean {
  const api = useApi();
  const known = useKnown();
  const { id } = useProfile();
  const [wereNew] = useState(() => new Set<number>());
  const { mutate } = useChange(
    (calls, ids: number[]) => calls.notifications.markSeen({ params: { userId: id }, body: { ids } }),
    {
      onMutate: (ids) => {
        const seen = (all?: Notification[]) => all?.map((one) => (ids.includes(one.id) ? { ...one, seen: true } : one));
        known.set(api.notifications.listOfUser, { params: { id } }, seen);
        known.set(api.notifications.listOfCompanies, { params: { userId: id } }, seen);
      },
      inBackground: true,
    },
  );
  const isNew = (one: Notification): boolean => !one.seen || wereNew.has(one.id);
  const fresh = (notifications ? isShown(notifications) : []).filter(({ seen }) => !seen);
  useEffect(() => {
    if (readOnly || fresh.length === 0) return;
    for (const { id: shown } of fresh) wereNew.add(shown);
    seeLocalNotifications(fresh.map(({ id: shown }) => shown));
    const stored = fresh.flatMap(({ id: shown }) => (shown > 0 ? [shown] : []));
    if (stored.length > 0) mutate(stored);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each set of new ones
  }, [readOnly, JSON.stringify(fresh.map(({ id: shown }) => shown))]);
  return isNew;
}

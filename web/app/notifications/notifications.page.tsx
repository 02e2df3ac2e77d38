/** All notifications of the person and of their companies. */
import { useEffect } from "react";
import { PageTitle } from "../shell/page-title.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty, LoadFailed, Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { NotificationList } from "./notification-list.tsx";
import { useNotifications, useSeen } from "./use-notifications.ts";

export default function NotificationsPage() {
  const t = useText();
  const { notifications, isError, isFetching, readOnly, unseen, refetch, remove } = useNotifications();
  const { seenAt, markSeen } = useSeen();
  const newest = notifications?.[0]?.created_at;
  // Marked as seen when the page is left: until then new ones stay marked.
  useEffect(
    () => () => {
      if (newest !== undefined) markSeen(newest);
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- markSeen only writes
    [newest],
  );
  return (
    <>
      <PageTitle>{t("notifications.title")}</PageTitle>
      <PageHead title={t("notifications.title")}>{t("notifications.lead")}</PageHead>
      <Section>
        {isError && !notifications ? (
          <LoadFailed retry={refetch} retrying={isFetching} />
        ) : !notifications ? (
          <Loading />
        ) : notifications.length === 0 ? (
          <Empty icon="bell" title={t(unseen ? "notifications.ofPersons" : "notifications.none")} />
        ) : (
          <NotificationList notifications={notifications} seenAt={seenAt} remove={readOnly ? undefined : remove} />
        )}
      </Section>
    </>
  );
}

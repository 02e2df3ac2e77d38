/** All notifications of the person and of their companies. */
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty, LoadFailed, Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { NotificationList } from "./notification-list.tsx";
import { useNotifications } from "./use-notifications.ts";
import { useShown } from "./use-shown.ts";

export default function NotificationsPage() {
  const t = useText();
  const list = useNotifications();
  const { notifications, isError, isFetching, readOnly, unseen, refetch, remove } = list;
  const isNew = useShown(list, (all) => all);
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
          <NotificationList notifications={notifications} isNew={isNew} remove={readOnly ? undefined : remove} />
        )}
      </Section>
    </>
  );
}

/** What the bell opens: the newest notifications. */
import { LocaleLink, useLocalPath } from "../shell/navigation/locale-link.tsx";
import { LoadFailed, Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { groupEqual } from "./equal-notifications.ts";
import { NotificationList } from "./notification-list.tsx";
import styles from "./notifications.module.css";
import type { useNotifications } from "./use-notifications.ts";
import { useShown } from "./use-shown.ts";

/** The page shows all. */
const shown = 6;

export default function BellPanel({ list, close }: { list: ReturnType<typeof useNotifications>; close: () => void }) {
  const t = useText();
  const inAdmin = useLocalPath().startsWith("/admin");
  const { notifications, isError, isFetching, readOnly, unseen, refetch, remove } = list;
  const isNew = useShown(list, (all) =>
    groupEqual(all, ({ seen }) => !seen)
      .slice(0, shown)
      .flat(),
  );
  return (
    <div className={styles.panel} tabIndex={-1}>
      <p className={styles.heading}>{t("notifications.title")}</p>
      {isError && !notifications && <LoadFailed retry={refetch} retrying={isFetching} />}
      {!notifications && !isError && <Loading />}
      {notifications?.length === 0 && (
        <p className={styles.none}>{t(unseen ? "notifications.ofPersons" : "notifications.none")}</p>
      )}
      {notifications && notifications.length > 0 && (
        <NotificationList
          notifications={notifications}
          most={shown}
          isNew={isNew}
          remove={readOnly ? undefined : remove}
          onGo={close}
        />
      )}
      <LocaleLink to={inAdmin ? "/admin/notifications" : "/notifications"} className={styles.all} onClick={close}>
        {t("notifications.all", { count: notifications?.length ?? 0 })}
      </LocaleLink>
    </div>
  );
}

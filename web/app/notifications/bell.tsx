/** The bell: number of new notifications, and the newest of them. */
import { LocaleLink, useLocalPath } from "../shell/locale-link.tsx";
import { useSession } from "../shell/session.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { Icon } from "../ui/icon.tsx";
import { loadedPart } from "../ui/loaded-part.tsx";
import { LoadFailed, Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { groupEqual } from "./equal-notifications.ts";
import styles from "./notifications.module.css";
import { useNotifications, useShown } from "./use-notifications.ts";

/** Loaded when the panel is opened. */
const NotificationList = loadedPart(
  async () => ({ default: (await import("./notification-list.tsx")).NotificationList }),
  () => <Loading />,
);

/** The panel shows the newest; the page shows all. */
const shown = 6;

export function Bell() {
  return useSession() ? <SignedInBell /> : <div className={styles.bell} aria-hidden="true" />;
}

function SignedInBell() {
  const t = useText();
  const list = useNotifications();
  const { notifications } = list;
  const fresh = notifications?.filter(({ seen }) => !seen).length ?? 0;
  return (
    <>
      <Disclosure
        label={t("notifications.bell", { count: fresh })}
        buttonClassName={styles.bell}
        wide
        button={
          <>
            <Icon name="bell" />
            {/* Not as text: "99+" is no part of the accessible name, which says the number. */}
            {fresh > 0 && <span className={styles.count} data-count={fresh > 99 ? "99+" : fresh} aria-hidden="true" />}
          </>
        }
      >
        {(close) => <Panel list={list} close={close} />}
      </Disclosure>
      <output className="visually-hidden">{fresh > 0 ? t("notifications.bell", { count: fresh }) : ""}</output>
    </>
  );
}

function Panel({ list, close }: { list: ReturnType<typeof useNotifications>; close: () => void }) {
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

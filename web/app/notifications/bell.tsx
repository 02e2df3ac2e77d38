/** The bell: number of new notifications, and the newest of them. */
import { useSession } from "../shell/session/session.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { Icon } from "../ui/icon.tsx";
import { loadedPart } from "../ui/loaded-part.tsx";
import { Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./notifications.module.css";
import { useNotifications } from "./use-notifications.ts";

/** Loaded when it is opened. */
const Panel = loadedPart(
  () => import("./bell-panel.tsx"),
  () => <Loading />,
);

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

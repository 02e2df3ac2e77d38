/** Notifications as a list: event, time, link, and removal. */
import type { Notification } from "@portico/api/notifications.ts";
import { errorText } from "../shell/calls/api.tsx";
import { alert } from "../shell/dialogs/alert.ts";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useCompanies } from "../shell/session/active-holder.ts";
import { Moment } from "../ui/dates.tsx";
import { Icon } from "../ui/icon.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { groupEqual } from "./equal-notifications.ts";
import { linkOf, titleOf } from "./notification-content.ts";
import styles from "./notifications.module.css";
import type { useNotifications } from "./use-notifications.ts";

interface NotificationListProps {
  notifications: readonly Notification[];
  isNew: (one: Notification) => boolean;
  /** Only so many lines; otherwise all. */
  most?: number;
  /** Undefined for a read-only list. */
  remove: ReturnType<typeof useNotifications>["remove"] | undefined;
  /** Called when a notification's link is followed. */
  onGo?: () => void;
}

export function NotificationList({ notifications, isNew, most, remove, onGo }: NotificationListProps) {
  const t = useText();
  return (
    <ul className={styles.list}>
      {groupEqual(notifications, isNew)
        .slice(0, most)
        .map((group) => {
          const [one] = group;
          const link = linkOf(one);
          return (
            <li key={one.id} data-new={isNew(one) || undefined}>
              <div className={styles.body}>
                <NotificationText notification={one} />
                <p className="small">
                  <Moment at={one.created_at} />
                  {group.length > 1 && <span> · {t("notifications.equal", { count: group.length })}</span>}
                </p>
                {link && (
                  <LocaleLink to={link.to} className={styles.go} {...(onGo && { onClick: onGo })}>
                    {t(link.label)}
                  </LocaleLink>
                )}
              </div>
              {remove && (
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={t("notifications.remove")}
                  onClick={(event) => {
                    focusAdjacent(event.currentTarget);
                    remove.mutate(group, { onError: (error) => alert.error(errorText(t, error)) });
                  }}
                >
                  <Icon name="close" size={16} />
                </button>
              )}
            </li>
          );
        })}
    </ul>
  );
}

/** Before a row is removed, the focus moves to its neighbour, or to the list's place. */
function focusAdjacent(button: HTMLElement): void {
  const line = button.closest("li");
  const neighbour = line?.nextElementSibling ?? line?.previousElementSibling;
  const target = neighbour?.querySelector("button") ?? line?.closest<HTMLElement>("[tabindex]");
  target?.focus();
}

/** A code is worded here, in the reader's language; free text stays as written. */
function NotificationText({ notification }: { notification: Notification }) {
  const t = useText();
  const language = useLanguage();
  const companies = useCompanies();
  const { type, text, company_id, params } = notification;
  if (type === "generic") return <p className={styles.text}>{text}</p>;
  const title = titleOf(t, language, {
    ...notification,
    company: companies.find(({ id }) => id === company_id)?.name ?? `${notification.params["company"] ?? ""}`,
  });
  return (
    <>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {params["note"] && <p className={styles.text}>{params["note"]}</p>}
    </>
  );
}

/** Notifications as a list: event, time, link, and removal. */
import type { Notification } from "@portico/api/notifications.ts";
import { errorText } from "../shell/calls/api.tsx";
import { alert } from "../shell/dialogs/alert.ts";
import { companyFormPath, ownFormPath } from "../shell/form-path.ts";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useCompanies } from "../shell/session/active-holder.ts";
import { Moment } from "../ui/dates.tsx";
import { formatDay } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { type Language, type Translate, useLanguage, useText } from "../ui/text.tsx";
import { groupEqual } from "./equal-notifications.ts";
import styles from "./notifications.module.css";
import type { useNotifications } from "./use-notifications.ts";

/** The link of a notification; undefined if it needs no action. */
function targetOf({ type, company_id, target_id, params }: Notification): string | undefined {
  const form = company_id === null ? ownFormPath : companyFormPath(company_id);
  // Whoever reads it may be acting for somebody else; 0 is the person.
  const company = company_id ?? 0;
  switch (type) {
    case "reject_kyc":
    case "rejected_comp_kyc":
    case "reopened_kyc":
    case "reopened_comp_kyc":
    case "renew_kyc":
    case "document_expiring":
      return form;
    case "approved_kyc":
    case "approved_company":
      return `/dashboard?company=${company}`;
    case "request_done":
    case "request_declined":
      return `/portfolio?part=orders&company=${company}`;
    case "request_expired":
    case "request_reopened":
    case "withdrawal_asked":
    case "withdrawal_to_confirm":
    case "withdrawal_confirmed":
    case "withdrawal_paying":
      return `/money?company=${company}`;
    case "submitted_kyc":
      return `/admin/user/${target_id}/review`;
    case "submitted_comp_kyc":
      return `/admin/company/${target_id}/review`;
    case "document_added":
    case "document_asked":
    case "document_reminder":
    case "document_again":
      return `/documents?company=${company}`;
    case "contract_to_sign":
    case "contract_reminder":
    case "contract_approved":
    case "contract_rejected":
    case "contract_withdrawn":
    case "contract_expired":
    case "contract_stopped":
      return `/contracts/${target_id}?company=${company}`;
    case "ticket_opened":
    case "ticket_answered":
    case "ticket_resolved":
    case "ticket_closed":
      return `/tickets/${target_id}?company=${company}`;
    case "target_joined":
    case "target_declined":
    case "target_left":
      return `/target/${target_id}?company=${company}`;
    case "fund_document":
      return `/admin/target/funds/${params["fund"]}`;
    case "client_ticket":
      return `/admin/${params["profile"]}/${target_id}/tickets/${params["ticket"]}`;
    case "client_chat":
      return `/admin/chats?holder=${params["profile"]}/${target_id}`;
    case "client_contract":
      return `/admin/${params["profile"]}/${target_id}/contracts`;
    case "client_document":
      return `/admin/${params["profile"]}/${target_id}/documents`;
    case "client_account":
      return `/admin/${params["profile"]}/${target_id}/accounts`;
    case "account_added":
    case "account_changed":
    case "account_removed":
    case "account_confirmed":
    case "account_refused":
      return `/money/accounts?company=${company}`;
    case "representative_added":
      return `/dashboard?company=${company}`;
    case "client_request":
      return "/admin/requests";
    case "client_withdrawal_stuck":
      return "/admin/requests?state=awaitingSigners";
    default:
      return undefined;
  }
}

/** The link's text: what it opens, or that something is to be done. */
function linkLabel({ type }: Notification) {
  if (type === "request_done" || type === "request_declined") return "notifications.goOrders";
  if (type.startsWith("request") || type.startsWith("withdrawal")) return "notifications.goMoney";
  if (type === "approved_kyc" || type === "approved_company") return "notifications.goDashboard";
  if (type.startsWith("ticket") || type === "client_ticket") return "notifications.goTicket";
  if (type.startsWith("contract")) return "notifications.goContract";
  if (type === "document_asked" || type === "document_reminder" || type === "document_again")
    return "notifications.goAdd";
  if (type === "document_added" || type === "client_document") return "notifications.goDocuments";
  if (type.startsWith("target")) return "notifications.goTarget";
  if (type === "client_chat") return "notifications.goChat";
  if (type.startsWith("account") || type === "client_account") return "notifications.goAccounts";
  return "notifications.go";
}

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
          const to = targetOf(one);
          return (
            <li key={one.id} data-new={isNew(one) || undefined}>
              <div className={styles.body}>
                <NotificationText notification={one} />
                <p className={styles.when}>
                  <Moment at={one.created_at} />
                  {group.length > 1 && <span> · {t("notifications.equal", { count: group.length })}</span>}
                </p>
                {to && (
                  <LocaleLink to={to} className={styles.go} {...(onGo && { onClick: onGo })}>
                    {t(linkLabel(one))}
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
      {type === "client_chat" && params["note"] && <p className={styles.text}>{params["note"]}</p>}
    </>
  );
}

function titleOf(
  t: Translate,
  language: Language,
  { type, params, company }: Pick<Notification, "type" | "params"> & { company: string },
): string {
  const [name = "", title = "", asked = "", again = ""] = ["name", "title", "asked", "again"].map(
    (key) => `${params[key]}`,
  );
  const day = typeof params["day"] === "string" ? formatDay(language, params["day"]) : "";
  // Of a document, or of the service that a ticket asks for.
  const nameInLanguage = `${params[`name_${language}`] ?? ""}`;
  const contract = `${params["contract"] ?? ""}`;
  switch (type) {
    case "document_expiring":
      return t("notifications.type.document_expiring", { day });
    case "document_added":
      return t("notifications.type.document_added", { name: nameInLanguage, count: Number(params["count"]) });
    case "document_asked":
    case "document_reminder":
    case "document_again":
      return t(`notifications.type.${type}`, { name: nameInLanguage, day });
    case "contract_to_sign":
    case "contract_reminder":
      return t(`notifications.type.${type}`, { name: contract, day });
    case "signed_contract_ended":
      return t("notifications.type.signed_contract_ended", { name: contract, day });
    case "contract_approved":
    case "contract_rejected":
    case "contract_withdrawn":
    case "contract_expired":
      return t(`notifications.type.${type}`, { name: contract });
    case "contract_stopped":
      return t("notifications.type.contract_stopped", { name: contract, what: `${params["asked"] ?? ""}` });
    case "ticket_opened":
    case "ticket_answered":
    case "ticket_resolved":
    case "ticket_closed":
      return t(`notifications.type.${type}`, { name: nameInLanguage || `${params["ticket"] ?? ""}` });
    case "target_joined":
    case "target_declined":
    case "target_left":
      return t(`notifications.type.${type}`, { name: nameInLanguage });
    case "fund_document":
      return t("notifications.type.fund_document", { name, count: Number(params["count"]), day });
    case "client_ticket":
      return t("notifications.type.client_ticket", {
        name,
        title: nameInLanguage || title,
        what: `${params["what"]}`,
      });
    case "client_chat":
      return t("notifications.type.client_chat", { name, by: `${params["by"]}` });
    case "account_added":
    case "account_changed":
    case "account_removed":
    case "account_confirmed":
    case "account_refused":
      return t("notifications.type.account", {
        what: type,
        account: `${params["account"] ?? ""}`,
        company,
        of: company ? "company" : "none",
      });
    case "client_account":
      return t("notifications.type.client_account", { name, account: `${params["account"] ?? ""}` });
    case "client_contract":
      return t("notifications.type.client_contract", { name, contract, what: `${params["what"]}` });
    case "request_expired":
    case "withdrawal_paying":
      return t(`notifications.type.${type}`, { day, company, of: company ? "company" : "none" });
    case "withdrawal_asked":
    case "withdrawal_to_confirm":
    case "withdrawal_confirmed":
      return t(`notifications.type.${type}`, {
        about: `${params["account"] ?? ""}`,
        company,
        of: company ? "company" : "none",
      });
    case "request_done":
    case "request_reopened":
    case "request_declined":
      return t(`notifications.type.${type}`, { asked, day, company, of: company ? "company" : "none" });
    case "approved_kyc":
      return t("notifications.type.approved_kyc", { again });
    case "approved_company":
      return t("notifications.type.approved_company", { company, again });
    case "representative_added":
      return t("notifications.type.representative_added", { company, name: `${params["account"]}` });
    case "rejected_comp_kyc":
    case "reopened_comp_kyc":
    case "declined_comp_kyc":
      return t(`notifications.type.${type}`, { company });
    case "submitted_kyc":
    case "submitted_comp_kyc":
    case "client_request":
    case "client_withdrawal_stuck":
    case "client_document":
      return t(`notifications.type.${type}`, { name });
    case "generic":
      return "";
    default:
      return t(`notifications.type.${type}`);
  }
}

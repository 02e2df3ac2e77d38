/** What a notification says, in the reader's language, and where it leads. */

import links from "virtual:portico-pages/notification-links";
import type { Notification } from "@portico/api/notifications.ts";
import type { TextKey, Translate } from "@portico/messages/text.ts";
import type { NotificationLink } from "../page-declaration.ts";
import { companyFormPath, ownFormPath } from "../shell/form-path.ts";
import { formatDay, formatMoney } from "../ui/format.ts";
import type { Language } from "../ui/text.tsx";

type Values = Record<string, string | number>;

/** The link that the type's domain declares; undefined if the notification leads nowhere. */
export function linkOf({ type, company_id, target_id, params }: Notification): NotificationLink | undefined {
  const link = links[type];
  if (!link) return undefined;
  const values: Record<string, unknown> = {
    ...params,
    target: target_id,
    company: company_id ?? 0,
    form: company_id === null ? ownFormPath : companyFormPath(company_id),
  };
  return { ...link, to: link.to.replace(/:(\w+)/g, (_, name: string) => String(values[name])) };
}

/** A withdrawal's amount, fee and account; notifications from before have it as one text, `account`. */
function withdrawalText(language: Language, { sum, fee, currency, toAccount }: Notification["params"]): string {
  if (typeof sum !== "string" || typeof currency !== "string") return "";
  const cost = typeof fee === "string" && Number(fee) !== 0 ? ` (+ ${formatMoney(language, fee, currency)})` : "";
  return `${formatMoney(language, sum, currency)}${cost} → ${toAccount}`;
}

/**
 * The text of the type, which names parameters of the notification, and `about`: the document, service, ticket, contract
 * or account that it is about. Free text (`generic`) has no title.
 */
export function titleOf(
  t: Translate,
  language: Language,
  { type, params, company }: Pick<Notification, "type" | "params"> & { company: string },
): string {
  if (type === "generic") return "";
  const key: TextKey = `notifications.type.${type}`;
  const { day, from, title, ticket, contract, account } = params;
  const withdrawal = withdrawalText(language, params);
  return (t as (key: TextKey, values: Values) => string)(key, {
    ...params,
    about: params[`name_${language}`] || withdrawal || title || ticket || contract || account || "",
    day: typeof day === "string" ? formatDay(language, day) : "",
    from: typeof from === "string" ? formatDay(language, from) : "",
    company,
    of: company ? "company" : "none",
  });
}

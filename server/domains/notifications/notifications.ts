/** Notifications to holders: stored as a code with parameters, sent live, and by mail if an action is needed. */

import {
  type MailedNotification,
  mailedNotifications,
  type NotificationType,
} from "@portico/api/notification-types.ts";
import { type Notification, notificationType } from "@portico/api/notifications.ts";
import { type Holder, type Language, language } from "@portico/api/shapes.ts";
import type { Config } from "../../kernel/config.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import type { RawJson } from "../../kernel/raw-json.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { Stamped } from "../../kernel/stamped.ts";
import { type News, type Notifier, type Tx, transact } from "../../unit-of-work/transact.ts";
import { findOwn } from "../companies/companies.ts";
import { getHolder, getHolderPeople } from "../holders/holders.ts";
import { newsMail } from "./notifications.mails.ts";
import {
  deleteNotification,
  endNotifications,
  insertForGroup,
  insertForStaff,
  insertNotification,
  isGroup,
  markSeen,
  type NotificationsRow,
  selectCompanyNotifications,
  selectUserNotifications,
} from "./notifications.queries.ts";

const isMailed = (type: NotificationType): type is MailedNotification =>
  (mailedNotifications as readonly NotificationType[]).includes(type);

interface Row {
  id: number;
  type: string;
  text: string | null;
  params: unknown;
  target_id: number | null;
  holder_type: string;
  holder_id: number;
  created_at: Date;
}

/** One that was just written, which nobody has seen. */
const toNotification = (row: Row): Notification => ({
  id: row.id,
  type: notificationType.catch("generic").parse(row.type),
  text: row.text,
  params: row.params as Notification["params"],
  target_id: row.target_id,
  company_id: row.holder_type === "company" ? row.holder_id : null,
  holder_type: row.holder_type as Holder["holderType"],
  holder_id: row.holder_id,
  created_at: row.created_at.toISOString(),
  seen: false,
});

/** The implementation of `tx.notify` and `tx.notifyStaff`. */
export const createNotifier = ({ config }: { config: Config }): Notifier => ({
  notify: (tx, holder, news) => notify(tx, config, holder, news),
  async endNews(tx, holder, { types, target_id }) {
    for (const notificationId of await endNotifications(tx, holder, { types, targetId: target_id }))
      tx.emit("notification", { ...holder, notificationId });
  },
  async notifyStaff(tx, client, { type, params, created_by, to }) {
    emitToUsers(tx, await insertForStaff(tx, client, { type, params, createdBy: created_by, to }));
  },
});

/** Stores a notification; if an action is needed, it is mailed to the person, or to everyone who acts for the company. */
async function notify(
  tx: Tx,
  config: Config,
  holder: Holder,
  { type, text, params = {}, target_id = null, created_by = null }: News,
): Promise<void> {
  const company = holder.holderType === "company" ? (await getHolder(tx, holder)).name : "";
  const { id } = await insertNotification(tx, holder, {
    type,
    text: text ?? null,
    params: { ...(company !== "" && { company }), ...params },
    targetId: target_id,
    createdBy: created_by,
  });
  const { holderType, holderId } = holder;
  tx.emit("notification", { holderType, holderId, notificationId: id });
  if (!isMailed(type)) return;
  for (const person of await getHolderPeople(tx, holder)) {
    const language = languageOf(person.preferences);
    const {
      day,
      from,
      name,
      asked,
      again,
      account,
      contract = account,
      ticket = contract,
      [`name_${language}`]: document = ticket,
    } = params;
    await tx.mail({
      to: person.email,
      language,
      template: newsMail,
      ...(holderType === "company" && { about: { holderType, holderId } }),
      // A run tells thousands: nobody's code waits behind them.
      ...(type.startsWith("report") && {
        unhurried: true,
        ...(target_id !== null && { report: { report: target_id, user: person.id } }),
      }),
      // A closed ticket takes no replies.
      ...(type.startsWith("ticket") && type !== "ticket_closed" && target_id !== null && person.validated
        ? { replies: { ticket: target_id, user: person.id } }
        : {}),
      params: {
        // An unconfirmed address may belong to somebody else, and its name may be any text.
        name: person.validated ? person.name : "",
        type,
        company,
        day: typeof day === "string" ? day : "",
        ...(typeof from === "string" && { from }),
        ...(typeof name === "string" && { client: name }),
        asked: typeof asked === "string" ? asked : "",
        again: again === "yes",
        document: typeof document === "string" ? document : "",
        number: type.startsWith("ticket") ? String(target_id ?? "") : "",
        text: text ?? "",
        link: buildLink(config.publicUrl, language, holder, { type, target: target_id }),
      },
    });
  }
}

function emitToUsers(tx: Tx, rows: readonly { id: number; holder_id: number }[]): void {
  for (const { id, holder_id } of rows)
    tx.emit("notification", { holderType: "user", holderId: holder_id, notificationId: id });
}

/** The language that a person chose for the portal and its mails. */
export function languageOf(preferences: unknown): Language {
  const wanted = (preferences as { language?: unknown } | null)?.language;
  return language.catch("en").parse(wanted);
}

/** For links: whoever reads them may be acting for somebody else. 0 is the person. */
export const companyOf = ({ holderType, holderId }: Holder): number => (holderType === "company" ? holderId : 0);

/** The mail's link: to the documents, the contract, the orders or the form that it is about, otherwise to the portal. */
function buildLink(
  publicUrl: string,
  language: Language,
  holder: Holder,
  about: { type: NotificationType; target: number | null },
): string {
  const link = new URL(`${publicUrl}/${language}/${placeOf(about)}`);
  link.searchParams.set("company", String(companyOf(holder)));
  return link.href;
}

function placeOf({ type, target }: { type: NotificationType; target: number | null }): string {
  const one = target === null ? "" : `/${target}`;
  if (type !== "document_expiring" && type.startsWith("document")) return "documents";
  if (type.startsWith("contract")) return `contracts${one}`;
  if (type.startsWith("ticket")) return `tickets${one}`;
  if (type.startsWith("target")) return `target${one}`;
  if (type.startsWith("account")) return "money/accounts";
  if (type.startsWith("withdrawal") || type === "request_expired" || type === "request_reopened") return "money";
  if (type.startsWith("request")) return "portfolio?part=orders";
  if (type === "name_changed") return "profile";
  if (type.startsWith("share_")) return "all-portfolios";
  if (type.startsWith("report")) return `reports${one}`;
  if (type === "delegate_accepted") return "access";
  if (type === "fall_notice") return "falls";
  if (type.startsWith("action_")) return "corporate-actions";
  return type.startsWith("representative") ||
    type === "signed_contract_ended" ||
    type.startsWith("approved") ||
    type.startsWith("declined")
    ? "dashboard"
    : "form/KYC";
}

/** The user's own notifications, newest first. */
export const listUserNotifications = ({ db }: Context, userId: number, row: NotificationsRow | undefined) =>
  new Stamped(row?.stamp ?? "", () => selectUserNotifications(db, userId));

/** The companies that the user acts for or has started. */
const listCompanies = async ({ db, viewer }: Context, userId: number): Promise<readonly number[]> =>
  viewer?.userId === userId ? [...viewer.represents, ...viewer.begun] : findOwn(db, userId);

/** Notifications of these companies; newest first. */
export async function listCompanyNotifications(
  context: Context,
  userId: number,
): Promise<Notification[] | RawJson<Notification[]>> {
  const companyIds = await listCompanies(context, userId);
  return companyIds.length === 0 ? [] : selectCompanyNotifications(context.db, userId, companyIds);
}

/** The user has seen these, on every device; those of others, and unknown ids, change nothing. */
export async function markNotificationsSeen(
  context: Context,
  userId: number,
  ids: readonly number[],
): Promise<{ done: true }> {
  const companyIds = await listCompanies(context, userId);
  await transact(context, async (tx) => {
    if (await markSeen(tx, userId, { ids, companyIds }))
      tx.emit("notification:seen", { holderType: "user", holderId: userId });
  });
  return { done: true };
}

/** Removes a notification from the holder's list; repeating it, or an unknown id, changes nothing. */
export async function removeNotification(context: Context, holder: Holder, id: number): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    if (await deleteNotification(tx, holder, id)) tx.emit("notification", { ...holder, notificationId: id });
  });
  return { done: true };
}

/** A member of staff notifies a holder; `notFound` without such a holder. */
export async function sendNotification(
  context: Context,
  holder: Holder,
  {
    notif_type,
    text,
    target_id,
  }: { notif_type: NotificationType; text: string; target_id?: number | null | undefined },
): Promise<Notification> {
  const { userId } = requireViewer(context);
  const { name } = await getHolder(context.db, holder);
  const row = await transact(context, async (tx) => {
    const inserted = await insertNotification(tx, holder, {
      type: notif_type,
      text,
      params: holder.holderType === "company" ? { company: name } : {},
      targetId: target_id ?? null,
      createdBy: userId,
    });
    tx.audit("holder.notified", holder, { after: { type: notif_type, text } });
    tx.emit("notification", { ...holder, notificationId: inserted.id });
    return inserted;
  });
  return toNotification(row);
}

/** Notifies every member of a distribution group; `notFound` for an unknown group. */
export async function sendToGroup(
  context: Context,
  group: string,
  { notif_type, text }: { notif_type: NotificationType; text: string },
): Promise<{ sent: number }> {
  const { userId } = requireViewer(context);
  return transact(context, async (tx) => {
    if (!(await isGroup(tx, group))) throw new Refusal("notFound");
    const rows = await insertForGroup(tx, group, {
      type: notif_type,
      text,
      params: {},
      targetId: null,
      createdBy: userId,
    });
    tx.audit("group.notified", group, { after: { type: notif_type, text, members: rows.length } });
    emitToUsers(tx, rows);
    return { sent: rows.length };
  });
}

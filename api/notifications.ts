/** Notifications to a holder: stored as a code with parameters and worded in the reader's language; free text as written. */

import { z } from "zod";
import { groupName } from "./distribution-groups.ts";
import { defineEndpoints, holder, self, staff } from "./endpoint.ts";
import { messageMaxLength } from "./rules/limits.ts";
import { bodyId, done, holderParams, holderType, id, instant } from "./shapes.ts";
import { writtenText } from "./written-text.ts";

/**
 * Notifications to staff about a client (`target_id`): submitted a form, requested a transaction, added a document,
 * signed or rejected a contract, wrote in a ticket (then `params.ticket` is its id); or a colleague assigned the
 * client's conversation.
 */
export const staffNews = [
  "submitted_kyc",
  "submitted_comp_kyc",
  "client_request",
  "client_document",
  "client_contract",
  "client_ticket",
  "client_chat",
  "client_account",
  "client_withdrawal_stuck",
] as const;

/** To staff, about no client: `fund_document`, with the fund's id in `params.fund`. */
export const otherStaffNews = ["fund_document"] as const;

/** Types with their own wording; `generic` shows its text. The first five are the specification's. */
export const notificationTypes = [
  "generic",
  "reject_kyc",
  "rejected_comp_kyc",
  "reopened_kyc",
  "reopened_comp_kyc",
  "failure",
  "approved_company",
  "approved_kyc",
  "declined_kyc",
  "declined_comp_kyc",
  "renew_kyc",
  "document_expiring",
  "document_added",
  "document_asked",
  "document_reminder",
  "document_again",
  "contract_to_sign",
  "contract_reminder",
  "contract_approved",
  "contract_rejected",
  "contract_withdrawn",
  "contract_expired",
  "contract_stopped",
  "signed_contract_ended",
  "request_done",
  "request_declined",
  "target_joined",
  "target_declined",
  "target_left",
  "fund_document",
  "request_expired",
  "request_reopened",
  "withdrawal_asked",
  "withdrawal_to_confirm",
  "withdrawal_confirmed",
  "withdrawal_paying",
  "ticket_opened",
  "ticket_answered",
  "ticket_resolved",
  "ticket_closed",
  "account_added",
  "account_changed",
  "account_removed",
  "account_confirmed",
  "account_refused",
  "representative_added",
  ...staffNews,
] as const;
export const notificationType = z.enum(notificationTypes);
export type NotificationType = z.infer<typeof notificationType>;

export const notification = z.object({
  /** Negative: exists only in the browser, not on the server. */
  id: z.number().int(),
  type: notificationType,
  /** What the sender wrote; null if the type has a complete wording. */
  text: z.string().nullable(),
  /** Parameters of the wording: a company's name, a day, the request. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** What it is about, depending on the type: a company, a revision. */
  target_id: id.nullable(),
  company_id: id.nullable(),
  holder_type: holderType,
  holder_id: id,
  created_at: instant,
  /** By the user of the list, on any device. */
  seen: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

/** Both lists of a user. */
const seenAtOnce = 400;

const newNotification = z.strictObject({
  notif_type: notificationType.default("generic"),
  text: writtenText(messageMaxLength),
  target_id: bodyId.nullish(),
});

export const notifications = defineEndpoints({
  listOfUser: {
    method: "GET",
    path: "/notif/user/:id",
    summary: "The user's own notifications, newest first, at most 200.",
    access: self("id", "internal"),
    params: z.object({ id }),
    answer: z.array(notification),
  },
  listOfCompanies: {
    method: "GET",
    path: "/notif/:userId/user_companies",
    summary: "Notifications of the companies that the user represents, newest first, at most 200.",
    access: self("userId", "internal"),
    params: z.object({ userId: id }),
    answer: z.array(notification),
  },
  markSeen: {
    method: "POST",
    path: "/notif/:userId/seen",
    summary: "The user has seen these notifications of their own and of their companies; others are left alone.",
    access: self("userId"),
    params: z.object({ userId: id }),
    body: z.strictObject({ ids: z.array(bodyId).min(1).max(seenAtOnce) }),
    answer: done,
  },
  remove: {
    method: "DELETE",
    path: "/notif/:holderType/:holderId/:id",
    summary: "Takes a notification off the holder's list; doing it twice is no error.",
    access: holder(),
    params: holderParams.extend({ id }),
    answer: done,
  },
  send: {
    method: "POST",
    path: "/notif/:holderType/:holderId",
    summary: "Tells a holder something.",
    access: staff("office"),
    params: holderParams,
    body: newNotification,
    answer: notification,
  },
  sendToGroup: {
    method: "POST",
    path: "/notif/group/:name",
    summary: "Tells every member of a distribution group something; answers to how many.",
    access: staff("office"),
    params: z.object({ name: groupName }),
    body: newNotification.omit({ target_id: true }),
    answer: z.object({ sent: z.number().int() }),
  },
});

/** Notifications to a holder: stored as a code with parameters and worded in the reader's language; free text as written. */

import { z } from "zod";
import { groupName } from "./distribution-groups.ts";
import { defineEndpoints, holder, self, staff } from "./endpoint.ts";
import { notificationTypes } from "./notification-types.ts";
import { messageMaxLength } from "./rules/limits.ts";
import { bodyId, done, holderParams, holderType, id, instant } from "./shapes.ts";
import { writtenText } from "./written-text.ts";

export const notificationType = z.enum(notificationTypes);

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
    readTogether: true,
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
    machine: true,
    params: holderParams,
    body: newNotification,
    answer: notification,
  },
  sendToGroup: {
    method: "POST",
    path: "/notif/group/:name",
    summary: "Tells every member of a distribution group something; answers to how many.",
    access: staff("office"),
    machine: true,
    params: z.object({ name: groupName }),
    body: newNotification.omit({ target_id: true }),
    answer: z.object({ sent: z.number().int() }),
  },
});

/** The notifications' calls. */
import type { notifications } from "@portico/api/notifications.ts";
import { beginWith, type Handlers } from "../../http/handlers.ts";
import { notificationsRow } from "./notifications.queries.ts";
import {
  listCompanyNotifications,
  listUserNotifications,
  markNotificationsSeen,
  removeNotification,
  sendNotification,
  sendToGroup,
} from "./notifications.ts";

export const notificationsRoutes: Handlers<typeof notifications> = {
  listOfUser: beginWith(notificationsRow, (context, { params, row }) => listUserNotifications(context, params.id, row)),
  listOfCompanies: (context, { params }) => listCompanyNotifications(context, params.userId),
  markSeen: (context, { params, body }) => markNotificationsSeen(context, params.userId, body.ids),
  remove: (context, { holder, params }) => removeNotification(context, holder, params.id),
  send: (context, { holder, body }) => sendNotification(context, holder, body),
  sendToGroup: (context, { params, body }) => sendToGroup(context, params.name, body),
};

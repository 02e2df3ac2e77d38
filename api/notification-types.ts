/** The types of notifications that the domains declare, by who receives them. Without zod, because pages load it. */
import { type Collected, collect } from "./collect.ts";
import type { NotificationAudience } from "./declaration.ts";
import * as domains from "./domains.ts";

type Declared = Collected<typeof domains, "notifications">;
type ToAudience<Audience extends NotificationAudience> = {
  [Type in keyof Declared]: Declared[Type] extends Audience ? Type : never;
}[keyof Declared];

export type NotificationType = keyof Declared;
export type MailedNotification = ToAudience<"holderAndMail">;
export type StaffNews = ToAudience<"staffAboutClient">;

const declared = collect(domains, "notifications");
const typesTo = <Audience extends NotificationAudience>(audience: Audience): ToAudience<Audience>[] =>
  notificationTypes.filter((type): type is ToAudience<Audience> => declared[type] === audience);

export const notificationTypes = Object.keys(declared) as NotificationType[];
/** To a holder who must receive them even without signing in, so they are also mailed. */
export const mailedNotifications = typesTo("holderAndMail");
/** To staff about a client, who is the notification's `target_id`. */
export const staffNews = typesTo("staffAboutClient");
/** To staff, about no client. */
export const otherStaffNews = typesTo("staff");

/** Notifications, on both sides of the portal: they concern the reader. */
import type { FramePart, NotificationLinks, Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "client",
    path: "notifications",
    file: "notifications/notifications.page.tsx",
    texts: ["notifications"],
    forNewcomers: true,
  },
  { side: "staff", path: "notifications", file: "notifications/notifications.page.tsx", texts: ["notifications"] },
] as const satisfies readonly Page[];

export const notifications = { generic: null, failure: null } satisfies NotificationLinks;

export const frame = [
  { place: "bar", order: 10, file: "notifications/bell.tsx" },
] as const satisfies readonly FramePart[];

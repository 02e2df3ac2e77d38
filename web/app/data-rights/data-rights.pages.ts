/** Pages about the rights of people whose data is kept. */
import type { NotificationLinks, Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "holder",
    path: "rights",
    file: "data-rights/staff/data-rights.page.tsx",
    help: "data-rights",
    section: { order: 95, label: "admin.holder.section.rights" },
  },
] as const satisfies readonly Page[];

export const notifications = {
  client_archive_ready: { to: "/admin/:profile/:target/rights", label: "notifications.go" },
  client_hold_ending: { to: "/admin/:profile/:target/rights", label: "notifications.go" },
} satisfies NotificationLinks;

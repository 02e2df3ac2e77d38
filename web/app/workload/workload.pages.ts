/** Pages of what waits by colleague. */
import type { NotificationLinks, Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "workload",
    file: "workload/staff/workload.page.tsx",
    texts: ["tickets"],
    help: "waiting",
    found: { label: "admin.workload.title" },
  },
] as const satisfies readonly Page[];

export const notifications = {
  work_given: { to: "/admin/:queue", label: "notifications.go" },
} satisfies NotificationLinks;

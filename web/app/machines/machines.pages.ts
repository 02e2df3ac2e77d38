/** Pages of machines' keys. */
import type { NotificationLinks, Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "machines",
    file: "machines/staff/machines.page.tsx",
    help: "machines",
    navigation: { order: 129, icon: "key", label: "admin.nav.machines", level: "admin" },
  },
] as const satisfies readonly Page[];

const page = { to: "/admin/machines", label: "notifications.go" } as const;
export const notifications = {
  machine_key_waits: page,
  machine_key_expiring: page,
  machine_key_stopped: page,
  machine_key_exposed: page,
} satisfies NotificationLinks;

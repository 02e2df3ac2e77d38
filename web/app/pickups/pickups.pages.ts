/** Pages of pickup. */
import type { NotificationLinks, Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "pickups",
    file: "pickups/staff/pickups.page.tsx",
    help: "pickups",
    navigation: { order: 128, icon: "download", label: "admin.nav.pickups" },
  },
] as const satisfies readonly Page[];

export const settings = [
  {
    id: "pickups",
    group: "firm",
    order: 47,
    title: "admin.settings.pickups",
    about: "admin.settings.about.pickups",
    names: ["pickups", "quoteSources"],
    help: "pickups",
  },
] as const satisfies readonly SettingsSection[];

const page = { to: "/admin/pickups", label: "notifications.go" } as const;
export const notifications = {
  pickup_waiting: page,
  pickup_late: page,
  pickup_failed: page,
} satisfies NotificationLinks;

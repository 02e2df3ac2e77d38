/** Pages of webhooks. */
import type { NotificationLinks, Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "webhooks",
    file: "webhooks/staff/webhooks.page.tsx",
    help: "webhooks",
    navigation: { order: 129, icon: "upload", label: "admin.nav.webhooks", level: "admin" },
  },
] as const satisfies readonly Page[];

export const settings = [
  {
    id: "webhooks",
    group: "firm",
    order: 48,
    title: "admin.settings.webhooks",
    about: "admin.settings.about.webhooks",
    names: ["webhooks"],
    help: "webhooks",
  },
] as const satisfies readonly SettingsSection[];

const page = { to: "/admin/webhooks", label: "notifications.go" } as const;
export const notifications = {
  webhook_given_up: page,
  webhook_disabled: page,
} satisfies NotificationLinks;

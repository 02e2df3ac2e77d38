/** Pages of users. */
import type { NotificationLinks, Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  {
    side: "client",
    path: "profile",
    file: "users/profile.page.tsx",
    texts: ["users"],
    navigation: { order: 90, icon: "person", label: "shell.nav.profile" },
    forNewcomers: true,
  },
  {
    side: "staff",
    path: "",
    file: "users/staff/user-list.page.tsx",
    help: "clients",
    navigation: { order: 20, icon: "people", label: "admin.nav.clients", exact: true },
  },
  { side: "staff", path: "profile", file: "users/profile.page.tsx", texts: ["users"] },
  {
    side: "holder",
    path: "profile",
    file: "users/staff/user.page.tsx",
    texts: ["portfolios"],
    help: "clients",
    section: { order: 10, label: "admin.holder.section.profile", ofStaff: true },
  },
] as const satisfies readonly Page[];

export const settings = [
  {
    id: "services",
    group: "clients",
    order: 10,
    title: "admin.settings.clientRequests",
    about: "admin.settings.about.services",
    names: ["clientRequests"],
  },
] as const satisfies readonly SettingsSection[];

export const notifications = {
  representative_added: { to: "/dashboard?company=:company", label: "notifications.go" },
  representative_suspended: { to: "/dashboard", label: "notifications.go" },
  representative_restored: { to: "/dashboard?company=:company", label: "notifications.go" },
  representative_removed: { to: "/dashboard", label: "notifications.go" },
  name_changed: { to: "/profile", label: "notifications.go" },
} satisfies NotificationLinks;

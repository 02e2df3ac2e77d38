/** Pages of screening: for staff alone, and from the office on. */
import type { NotificationLinks, Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "screening",
    file: "screening/staff/screening.page.tsx",
    help: "screening",
    navigation: { order: 101, icon: "eye", label: "admin.nav.screening", level: "office", exact: true },
  },
  {
    side: "staff",
    path: "screening/lists",
    file: "screening/staff/lists.page.tsx",
    help: "screening",
    found: { label: "admin.nav.screeningLists", level: "office" },
  },
  // A candidate must be found first: a browser test of its own opens one.
  {
    side: "staff",
    path: "screening/:id",
    file: "screening/staff/candidate.page.tsx",
    help: "screening",
    examples: [],
  },
  {
    side: "holder",
    path: "screening",
    file: "screening/staff/holder-screening.page.tsx",
    help: "screening",
    section: { order: 21, label: "admin.screening.holder.section" },
  },
] as const satisfies readonly Page[];

export const settings = [
  {
    id: "screening",
    group: "clients",
    order: 15,
    title: "admin.settings.screening",
    about: "admin.settings.about.screening",
    names: ["screening"],
    help: "screening",
  },
] as const satisfies readonly SettingsSection[];

export const notifications = {
  screening_found: { to: "/admin/screening", label: "notifications.goScreening" },
} satisfies NotificationLinks;

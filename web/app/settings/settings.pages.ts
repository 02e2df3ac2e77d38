/** The settings, and the sections that belong to no other domain. */
import type { Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  // Business hours name the holidays; fees show how they are charged.
  {
    side: "staff",
    path: "settings/:section?",
    file: "settings/staff/settings.page.tsx",
    texts: ["tickets", "content"],
    help: "settings",
    navigation: { order: 140, icon: "settings", label: "admin.nav.settings" },
    examples: [
      "/admin/settings",
      "/admin/settings/bank-accounts",
      "/admin/settings/chats",
      "/admin/settings/fees",
      "/admin/settings/treasury",
      "/admin/settings/required-contracts",
      "/admin/settings/document-types",
      "/admin/settings/declarations",
      "/admin/settings/amounts",
      "/admin/settings/services",
      "/admin/settings/branding",
      "/admin/settings/mail-texts",
      "/admin/settings/tickets",
    ],
  },
  {
    side: "staff",
    path: "set-up",
    file: "settings/staff/set-up/set-up.page.tsx",
    texts: ["tickets", "content", "checks"],
    help: "set-up",
    // In the navigation only while the firm takes no registrations (staff-navigation.ts).
    navigation: { order: 15, icon: "check", label: "admin.setUp.title", level: "admin" },
  },
  {
    side: "staff",
    path: "set-up/texts",
    file: "settings/staff/set-up/texts.page.tsx",
    help: "set-up",
    found: { label: "admin.startingTexts.title", level: "admin" },
  },
] as const satisfies readonly Page[];

export const settings = [
  {
    id: "branding",
    group: "firm",
    order: 10,
    title: "admin.settings.brand",
    about: "admin.settings.about.branding",
    names: ["brand"],
  },
  {
    id: "portal",
    group: "firm",
    order: 20,
    title: "admin.settings.rules",
    about: "admin.settings.about.portal",
    names: ["portalRules", "riskFreeRate"],
  },
  {
    id: "mail-texts",
    group: "firm",
    order: 15,
    title: "admin.mailTexts.title",
    about: "admin.mailTexts.about",
    names: ["mailTexts"],
  },
  {
    id: "security",
    group: "operation",
    order: 10,
    title: "admin.settings.staffSecurity",
    about: "admin.settings.about.security",
  },
] as const satisfies readonly SettingsSection[];

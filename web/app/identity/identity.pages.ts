/** Pages of the firm's identity providers. */
import type { Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "identity",
    file: "identity/staff/identity.page.tsx",
    help: "identity",
    navigation: { order: 139, icon: "device", label: "admin.nav.identity", level: "admin" },
  },
] as const satisfies readonly Page[];

export const settings = [
  {
    id: "identity",
    group: "operation",
    order: 12,
    title: "admin.identity.title",
    about: "admin.identity.aboutSection",
    names: ["identity"],
    help: "identity",
  },
] as const satisfies readonly SettingsSection[];

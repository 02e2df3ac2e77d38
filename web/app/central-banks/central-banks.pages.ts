/** Pages of central banks' rates. */
import type { Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "central-banks",
    file: "central-banks/staff/central-banks.page.tsx",
    help: "central-banks",
    navigation: { order: 127, icon: "money", label: "admin.nav.centralBanks" },
  },
] as const satisfies readonly Page[];

export const settings = [
  {
    id: "taxes",
    group: "firm",
    order: 45,
    title: "admin.settings.taxes",
    about: "admin.settings.about.taxes",
    names: ["nbpService"],
    help: "central-banks",
  },
] as const satisfies readonly SettingsSection[];

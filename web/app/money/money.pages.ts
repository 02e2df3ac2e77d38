/** Pages of money. */
import type { Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  // Kinds of movements, and why a figure is missing, are texts of the portfolio.
  {
    side: "client",
    path: "money",
    file: "money/money.page.tsx",
    texts: ["accounts", "portfolios", "money"],
    navigation: { order: 30, icon: "money", label: "shell.nav.money" },
  },
] as const satisfies readonly Page[];

export const settings = [
  {
    id: "payments",
    group: "clients",
    order: 30,
    title: "admin.payments.settings",
    about: "admin.payments.settingsAbout",
    names: ["depositInstructions", "withdrawalRules"],
  },
] as const satisfies readonly SettingsSection[];

/** Pages of portfolios. */
import type { Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  {
    side: "client",
    path: "dashboard",
    file: "portfolios/dashboard.page.tsx",
    texts: ["portfolios"],
    navigation: { order: 10, icon: "dashboard", label: "shell.nav.dashboard" },
    forNewcomers: true,
  },
  {
    side: "client",
    path: "portfolio",
    file: "portfolios/portfolio.page.tsx",
    texts: ["portfolios"],
    navigation: { order: 20, icon: "portfolio", label: "shell.nav.portfolio" },
    examples: [
      "/portfolio",
      "/portfolio?part=orders&range=all",
      "/portfolio?part=transactions&from=2024-01-01&to=2024-06-30",
    ],
    forNewcomers: true,
  },
  {
    side: "staff",
    path: "requests",
    file: "portfolios/staff/requests.page.tsx",
    texts: ["portfolios"],
    help: "waiting",
    navigation: { order: 90, icon: "request", label: "admin.nav.requests" },
  },
  {
    side: "holder",
    path: "portfolio",
    file: "portfolios/staff/holder-portfolio.page.tsx",
    texts: ["portfolios"],
    help: "clients",
    section: { order: 30, label: "admin.holder.section.portfolio", ofStaff: true },
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

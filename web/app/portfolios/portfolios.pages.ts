/** Pages of portfolios. */
import type { FramePart, NotificationLinks, Page } from "../page-declaration.ts";

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
      "/portfolio?part=sales&range=all",
      "/portfolio?part=orders&range=all",
      "/portfolio?part=transactions&from=2024-01-01&to=2024-06-30",
    ],
    forNewcomers: true,
  },
  {
    side: "client",
    path: "all-portfolios",
    file: "portfolios/consolidated.page.tsx",
    texts: ["portfolios", "consolidated"],
  },
  {
    side: "holder",
    path: "portfolio",
    file: "portfolios/staff/holder-portfolio.page.tsx",
    texts: ["portfolios"],
    help: "clients",
    section: { order: 30, label: "admin.holder.section.portfolio", ofStaff: true },
  },
  {
    side: "staff",
    path: "instruments",
    file: "portfolios/staff/instruments.page.tsx",
    help: "instruments",
    navigation: { order: 126, icon: "portfolio", label: "admin.nav.instruments" },
  },
] as const satisfies readonly Page[];

export const frame = [
  { place: "aboveClientPages", order: 20, file: "portfolios/follow-portfolio.ts" },
] as const satisfies readonly FramePart[];

const total = { to: "/all-portfolios", label: "notifications.go" } as const;
/** About shares in companies, which count in the total over all portfolios. */
export const notifications = {
  share_set: total,
  share_ended: total,
  share_removed: total,
} satisfies NotificationLinks;

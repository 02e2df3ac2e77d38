/** Pages of reports. */
import type { NotificationLinks, Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "client",
    path: "reports",
    file: "reports/reports.page.tsx",
    texts: ["reports"],
    navigation: { order: 55, icon: "report", label: "shell.nav.reports" },
    forNewcomers: true,
  },
  {
    side: "client",
    path: "reports/statement",
    file: "reports/statement.page.tsx",
    texts: ["reports"],
    forNewcomers: true,
  },
  // A report needs a ledger: a browser test of its own asks for one.
  {
    side: "client",
    path: "reports/:id",
    file: "reports/report.page.tsx",
    texts: ["reports"],
    examples: [],
  },
  {
    side: "staff",
    path: "statement-openings",
    file: "reports/staff/statement-openings.page.tsx",
    texts: ["reports"],
    help: "statement-openings",
    navigation: { order: 63, icon: "report", label: "admin.nav.statementOpenings" },
  },
] as const satisfies readonly Page[];

export const notifications = {
  reportPublished: { to: "/reports/:target?company=:company", label: "notifications.goReport" },
  reportShared: { to: "/reports/:target?company=0", label: "notifications.goReport" },
  reportSubscriptionEnded: { to: "/reports?company=:company", label: "notifications.goReports" },
  reportNotMade: { to: "/reports?company=:company", label: "notifications.goReports" },
} satisfies NotificationLinks;

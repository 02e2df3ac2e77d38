/** Pages of staff's runs of reports. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "reports",
    file: "report-runs/staff/runs.page.tsx",
    texts: ["reports"],
    help: "report-runs",
    navigation: { order: 62, icon: "report", label: "admin.nav.reports" },
  },
  {
    side: "staff",
    path: "reports/new",
    file: "report-runs/staff/new-run.page.tsx",
    found: { label: "admin.search.newReports", level: "office", as: "action" },
    texts: ["reports"],
    help: "report-runs",
  },
  {
    side: "staff",
    path: "reports/schedules/new",
    file: "report-runs/staff/new-schedule.page.tsx",
    found: { label: "admin.search.newSchedule", level: "office", as: "action" },
    texts: ["reports"],
    help: "report-runs",
  },
  // A run needs addressees: a browser test of its own starts one.
  {
    side: "staff",
    path: "reports/:id",
    file: "report-runs/staff/run.page.tsx",
    texts: ["reports"],
    help: "report-runs",
    examples: [],
  },
  {
    side: "holder",
    path: "reports",
    file: "report-runs/staff/holder-reports.page.tsx",
    texts: ["reports"],
    help: "report-runs",
    section: { order: 57, label: "admin.holder.section.reports" },
  },
  {
    side: "holder",
    path: "reports/:reportId",
    file: "report-runs/staff/holder-report.page.tsx",
    texts: ["reports"],
    help: "report-runs",
    examples: [],
  },
] as const satisfies readonly Page[];

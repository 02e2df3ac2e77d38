/** Pages of the frame. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "dashboard",
    file: "shell/staff/staff-dashboard.page.tsx",
    help: "waiting",
    navigation: { order: 10, icon: "dashboard", label: "admin.nav.dashboard" },
  },
  // The former list of tasks leads to other pages.
  { side: "staff", path: "tasks", file: "shell/staff/former-tasks.tsx", examples: [] },
] as const satisfies readonly Page[];

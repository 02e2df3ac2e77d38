/** Pages of what waits by colleague. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "workload",
    file: "workload/staff/workload.page.tsx",
    help: "waiting",
    found: { label: "admin.workload.title" },
  },
] as const satisfies readonly Page[];

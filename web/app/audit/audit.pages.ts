/** Pages of the audit log. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "audit",
    file: "audit/staff/audit.page.tsx",
    texts: ["audit"],
    help: "audit",
    navigation: { order: 112, icon: "search", label: "admin.nav.audit", level: "admin" },
  },
] as const satisfies readonly Page[];

/** Pages of the audit log. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "audit",
    file: "audit/staff/audit.page.tsx",
    // What was done names parts of forms.
    texts: ["forms", "audit"],
    help: "audit",
    navigation: { order: 112, icon: "search", label: "admin.nav.audit", level: "admin" },
  },
] as const satisfies readonly Page[];

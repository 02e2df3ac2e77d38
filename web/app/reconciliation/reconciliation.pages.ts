/** Pages of reconciliation. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "reconciliation",
    file: "reconciliation/staff/reconciliation.page.tsx",
    help: "custodians",
    navigation: { order: 85, icon: "check", label: "admin.nav.reconciliation" },
  },
] as const satisfies readonly Page[];

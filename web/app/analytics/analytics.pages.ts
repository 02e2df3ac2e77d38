/** Pages of the sign-ins of clients. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "analytics",
    file: "analytics/staff/analytics.page.tsx",
    help: "sign-ins",
    navigation: { order: 110, icon: "device", label: "admin.nav.analytics", level: "admin" },
  },
] as const satisfies readonly Page[];

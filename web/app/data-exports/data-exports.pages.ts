/** Pages of exports for accounting and analysis. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "exports",
    file: "data-exports/staff/exports.page.tsx",
    texts: ["reports"],
    help: "exports",
    navigation: { order: 63, icon: "download", label: "admin.nav.exports", level: "office" },
  },
] as const satisfies readonly Page[];

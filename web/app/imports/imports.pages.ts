/** Pages of imports. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "imports",
    file: "imports/staff/imports.page.tsx",
    found: { label: "admin.search.importFile", level: "office", as: "action" },
    texts: ["portfolios"],
    help: "imports",
    navigation: { order: 80, icon: "download", label: "admin.nav.imports", exact: true },
  },
  {
    side: "staff",
    path: "imports/mappings",
    file: "imports/staff/mappings/mappings.page.tsx",
    found: { label: "admin.mappings.title" },
    texts: ["portfolios"],
    help: "imports",
    examples: ["/admin/imports/mappings", "/admin/imports/mappings?new"],
  },
] as const satisfies readonly Page[];

/** Pages of what is to be mended in the firm's data. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "data-quality",
    file: "data-quality/staff/data-quality.page.tsx",
    help: "data-quality",
    examples: ["/admin/data-quality", "/admin/data-quality?list=cash"],
    navigation: { order: 88, icon: "warning", label: "admin.nav.dataQuality" },
  },
] as const satisfies readonly Page[];

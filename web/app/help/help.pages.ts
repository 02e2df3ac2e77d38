/** The help for staff. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "help/:subject?",
    file: "help/staff/help.page.tsx",
    texts: ["help"],
    examples: ["/admin/help", "/admin/help/reviews"],
  },
] as const satisfies readonly Page[];

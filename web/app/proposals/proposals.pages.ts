/** Pages of proposals. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "proposals",
    file: "proposals/staff/proposals.page.tsx",
    help: "waiting",
    navigation: { order: 100, icon: "eye", label: "admin.nav.proposals", level: "office" },
  },
] as const satisfies readonly Page[];

/** Pages of announcements of income. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "announcements",
    file: "announcements/staff/announcements.page.tsx",
    help: "announcements",
    navigation: { order: 85, icon: "money", label: "admin.nav.announcements" },
  },
] as const satisfies readonly Page[];

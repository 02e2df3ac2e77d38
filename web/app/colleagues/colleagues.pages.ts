/** Pages about the members of staff. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "people",
    file: "colleagues/staff/people.page.tsx",
    help: "people",
    navigation: { order: 96, icon: "people", label: "admin.nav.people", level: "admin" },
  },
] as const satisfies readonly Page[];

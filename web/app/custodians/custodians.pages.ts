/** Pages of custodians and their accounts. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "custodians",
    file: "custodians/staff/custodians.page.tsx",
    help: "custodians",
    navigation: { order: 84, icon: "folder", label: "admin.nav.custodians" },
  },
] as const satisfies readonly Page[];

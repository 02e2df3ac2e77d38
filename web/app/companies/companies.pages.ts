/** Pages of companies. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "companies",
    file: "companies/staff/company-list.page.tsx",
    help: "clients",
    found: { label: "admin.companies.title" },
  },
] as const satisfies readonly Page[];

/** Pages of companies. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  { side: "staff", path: "companies", file: "companies/staff/company-list.page.tsx", help: "clients" },
] as const satisfies readonly Page[];

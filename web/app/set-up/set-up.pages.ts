/** The page of setting up. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "set-up",
    file: "set-up/staff/set-up.page.tsx",
    texts: ["tickets", "content"],
    help: "set-up",
    found: { label: "admin.setUp.title", level: "admin" },
  },
] as const satisfies readonly Page[];

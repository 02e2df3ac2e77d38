/** Pages of what a compliance officer asks for. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "compliance",
    file: "compliance/staff/questions.page.tsx",
    texts: ["audit"],
    help: "compliance",
    navigation: { order: 111, icon: "question", label: "admin.nav.compliance", level: "admin" },
  },
  {
    side: "staff",
    path: "compliance/expiring",
    file: "compliance/staff/expiring.page.tsx",
    texts: ["audit"],
    help: "compliance",
  },
  {
    side: "staff",
    path: "compliance/withdrawals",
    file: "compliance/staff/withdrawals.page.tsx",
    texts: ["audit"],
    help: "compliance",
  },
  {
    side: "staff",
    path: "compliance/mails",
    file: "compliance/staff/mails.page.tsx",
    texts: ["audit"],
    help: "compliance",
  },
  {
    side: "staff",
    path: "compliance/holds",
    file: "compliance/staff/holds.page.tsx",
    texts: ["audit"],
    help: "compliance",
  },
] as const satisfies readonly Page[];

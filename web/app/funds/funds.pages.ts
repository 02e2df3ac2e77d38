/** Pages of target funds. */
import type { NotificationLinks, Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "client",
    path: "target",
    file: "funds/target.page.tsx",
    texts: ["funds"],
    navigation: { order: 40, icon: "target", label: "shell.nav.target" },
    examples: ["/target", "/target?compare=1,2"],
    forNewcomers: true,
  },
  { side: "client", path: "target/funds", file: "funds/funds.page.tsx", texts: ["funds"] },
  {
    side: "client",
    path: "target/funds/:id",
    file: "funds/fund.page.tsx",
    texts: ["funds"],
    examples: ["/target/funds/1"],
  },
  { side: "client", path: "target/:id", file: "funds/definition.page.tsx", texts: ["funds"], examples: ["/target/1"] },
  {
    side: "public",
    path: "learn-more/target",
    file: "funds/learn-target.page.tsx",
    texts: ["funds"],
    examples: ["/learn-more/target", "/learn-more/target?compare=1,2,3"],
  },
  {
    side: "public",
    path: "learn-more/target/:id",
    file: "funds/learn-definition.page.tsx",
    texts: ["funds"],
    examples: ["/learn-more/target/1"],
  },
  {
    side: "staff",
    path: "target",
    file: "funds/staff/definitions.page.tsx",
    texts: ["funds"],
    help: "target-funds",
    navigation: { order: 120, icon: "portfolio", label: "admin.nav.target" },
  },
  {
    side: "staff",
    path: "target/new",
    file: "funds/staff/definition.page.tsx",
    found: { label: "admin.funds.new", level: "office", as: "action" },
    texts: ["funds"],
    help: "target-funds",
  },
  {
    side: "staff",
    path: "target/funds",
    file: "funds/staff/funds.page.tsx",
    texts: ["funds"],
    help: "target-funds",
    found: { label: "admin.funds.place.funds" },
  },
  {
    side: "staff",
    path: "target/funds/:id",
    file: "funds/staff/fund.page.tsx",
    texts: ["funds"],
    help: "target-funds",
    examples: ["/admin/target/funds/1"],
  },
  {
    side: "staff",
    path: "target/joins",
    file: "funds/staff/joins.page.tsx",
    texts: ["funds"],
    help: "target-funds",
    found: { label: "admin.funds.joins.title" },
  },
  {
    side: "staff",
    path: "target/:id",
    file: "funds/staff/definition.page.tsx",
    texts: ["funds"],
    help: "target-funds",
    examples: ["/admin/target/1"],
  },
] as const satisfies readonly Page[];

const target = { to: "/target/:target?company=:company", label: "notifications.goTarget" } as const;
export const notifications = {
  target_joined: target,
  target_declined: target,
  target_left: target,
  fund_document: { to: "/admin/target/funds/:fund", label: "notifications.go" },
} satisfies NotificationLinks;

/** Pages of categories, mandates, flags of positions and notices of falls. */
import type { NotificationLinks, Page } from "../page-declaration.ts";

export const pages = [
  { side: "client", path: "falls", file: "mandates/falls.page.tsx", texts: ["reports"] },
  {
    side: "holder",
    path: "mandate",
    file: "mandates/staff/holder-mandate.page.tsx",
    texts: ["reports"],
    help: "mandates",
    section: { order: 57, label: "admin.holder.section.mandate" },
  },
  {
    side: "staff",
    path: "falls",
    file: "mandates/staff/falls.page.tsx",
    texts: ["reports"],
    help: "mandates",
    navigation: { order: 86, icon: "warning", label: "admin.nav.falls" },
  },
  {
    side: "staff",
    path: "mandates",
    file: "mandates/staff/mandate-files.page.tsx",
    help: "mandates",
    navigation: { order: 87, icon: "document", label: "admin.nav.mandates" },
  },
] as const satisfies readonly Page[];

export const notifications = {
  category_changed: null,
  fall_notice: { to: "/falls?company=:company", label: "notifications.goFalls" },
  client_fall: { to: "/admin/falls", label: "notifications.go" },
  client_fall_unknown: { to: "/admin/falls", label: "notifications.go" },
} satisfies NotificationLinks;

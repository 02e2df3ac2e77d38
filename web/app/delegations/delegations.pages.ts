/** Pages of what holders let others read. */
import type { FramePart, NotificationLinks, Page } from "../page-declaration.ts";

export const pages = [
  { side: "client", path: "access", file: "delegations/access.page.tsx", texts: ["reports"], forNewcomers: true },
  // It needs the secret of a mail.
  { side: "client", path: "invitation", file: "delegations/invitation.page.tsx", texts: ["reports"] },
  { side: "client", path: "shared", file: "delegations/shared-list.page.tsx", texts: ["reports"], forNewcomers: true },
  // Of a delegate, whom a browser test of its own makes.
  {
    side: "client",
    path: "shared/:holderType/:holderId",
    file: "delegations/shared.page.tsx",
    texts: ["reports", "documents", "portfolios"],
    examples: [],
  },
  {
    side: "holder",
    path: "access",
    file: "delegations/staff/holder-access.page.tsx",
    texts: ["reports"],
    help: "clients",
    section: { order: 58, label: "admin.holder.section.access" },
  },
] as const satisfies readonly Page[];

export const frame = [
  { place: "besideClientPages", order: 20, file: "delegations/sync-delegate.ts" },
] as const satisfies readonly FramePart[];

const access = { to: "/access?company=:company", label: "notifications.goAccess" } as const;
export const notifications = {
  delegate_accepted: access,
  delegate_ended: access,
  delegate_ending: access,
  delegate_undelivered: access,
} satisfies NotificationLinks;

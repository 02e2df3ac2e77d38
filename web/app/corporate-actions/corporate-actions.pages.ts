/** Pages of corporate actions. */
import type { NotificationLinks, Page } from "../page-declaration.ts";

const toActions = { to: "/corporate-actions?company=:company", label: "notifications.goActions" } as const;

export const pages = [
  {
    side: "client",
    path: "corporate-actions",
    file: "corporate-actions/corporate-actions.page.tsx",
    texts: ["portfolios"],
    navigation: { order: 65, icon: "document", label: "shell.nav.actions" },
  },
  {
    side: "staff",
    path: "corporate-actions",
    file: "corporate-actions/staff/actions.page.tsx",
    texts: ["portfolios"],
    help: "corporate-actions",
    navigation: { order: 84, icon: "document", label: "admin.nav.actions" },
  },
  {
    side: "staff",
    path: "corporate-actions/new",
    file: "corporate-actions/staff/new-action.page.tsx",
    found: { label: "admin.actions.new", level: "office", as: "action" },
    texts: ["portfolios"],
    help: "corporate-actions",
  },
  // An action must be stated first: a browser test of its own does.
  {
    side: "staff",
    path: "corporate-actions/:id",
    file: "corporate-actions/staff/action.page.tsx",
    texts: ["portfolios"],
    help: "corporate-actions",
    examples: [],
  },
  {
    side: "staff",
    path: "corporate-actions/:id/change",
    file: "corporate-actions/staff/change-action.page.tsx",
    texts: ["portfolios"],
    help: "corporate-actions",
    examples: [],
  },
] as const satisfies readonly Page[];

export const notifications = {
  action_choice: toActions,
  action_reminder: toActions,
  action_changed: toActions,
  action_to_sign: toActions,
  action_cancelled: toActions,
  action_applied: toActions,
  action_undone: toActions,
} satisfies NotificationLinks;

/** Pages of portfolios. */
import type { FramePart, NotificationLinks, Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  {
    side: "client",
    path: "dashboard",
    file: "portfolios/dashboard.page.tsx",
    texts: ["portfolios"],
    navigation: { order: 10, icon: "dashboard", label: "shell.nav.dashboard" },
    forNewcomers: true,
  },
  {
    side: "client",
    path: "portfolio",
    file: "portfolios/portfolio.page.tsx",
    texts: ["portfolios"],
    navigation: { order: 20, icon: "portfolio", label: "shell.nav.portfolio" },
    examples: [
      "/portfolio",
      "/portfolio?part=orders&range=all",
      "/portfolio?part=transactions&from=2024-01-01&to=2024-06-30",
    ],
    forNewcomers: true,
  },
  {
    side: "staff",
    path: "requests",
    file: "portfolios/staff/requests.page.tsx",
    texts: ["portfolios"],
    help: "waiting",
    navigation: { order: 90, icon: "request", label: "admin.nav.requests" },
  },
  {
    side: "staff",
    path: "requests/unexplained",
    file: "portfolios/staff/unexplained.page.tsx",
    texts: ["portfolios"],
    help: "payments",
  },
  {
    side: "holder",
    path: "portfolio",
    file: "portfolios/staff/holder-portfolio.page.tsx",
    texts: ["portfolios"],
    help: "clients",
    section: { order: 30, label: "admin.holder.section.portfolio", ofStaff: true },
  },
] as const satisfies readonly Page[];

export const settings = [
  {
    id: "services",
    group: "clients",
    order: 10,
    title: "admin.settings.clientRequests",
    about: "admin.settings.about.services",
    names: ["clientRequests"],
  },
] as const satisfies readonly SettingsSection[];

const orders = { to: "/portfolio?part=orders&company=:company", label: "notifications.goOrders" } as const;
const money = { to: "/money?company=:company", label: "notifications.goMoney" } as const;
export const notifications = {
  request_done: orders,
  request_declined: orders,
  request_expired: money,
  request_reopened: money,
  withdrawal_asked: money,
  withdrawal_to_confirm: money,
  withdrawal_confirmed: money,
  withdrawal_paying: money,
  withdrawal_returned: money,
  withdrawal_signers_lowered: money,
  client_request: { to: "/admin/requests", label: "notifications.go" },
  client_payment_unexplained: { to: "/admin/requests/unexplained", label: "notifications.go" },
  client_withdrawal_maybe_paid: { to: "/admin/requests/unexplained", label: "notifications.go" },
  client_withdrawal_stuck: { to: "/admin/requests?state=awaitingSigners", label: "notifications.go" },
} satisfies NotificationLinks;

export const frame = [
  { place: "aboveClientPages", order: 20, file: "portfolios/follow-portfolio.ts" },
] as const satisfies readonly FramePart[];

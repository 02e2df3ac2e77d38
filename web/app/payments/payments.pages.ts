/** Pages of payments: cash, bank accounts, and requests for transactions. */
import type { NotificationLinks, Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  // Kinds of movements, and why a figure is missing, are texts of the portfolio.
  {
    side: "client",
    path: "money",
    file: "payments/cash/money.page.tsx",
    texts: ["accounts", "portfolios", "money"],
    navigation: { order: 30, icon: "money", label: "shell.nav.money" },
  },
  { side: "client", path: "money/accounts", file: "payments/accounts/accounts.page.tsx", texts: ["accounts"] },
  {
    side: "staff",
    path: "accounts",
    file: "payments/accounts/staff/new-accounts.page.tsx",
    found: { label: "admin.accounts.queue" },
    texts: ["accounts"],
    help: "accounts",
  },
  {
    side: "holder",
    path: "accounts",
    file: "payments/accounts/staff/holder-accounts.page.tsx",
    texts: ["accounts"],
    help: "accounts",
    section: { order: 40, label: "admin.holder.section.accounts" },
  },
  {
    side: "staff",
    path: "requests",
    file: "payments/staff/requests.page.tsx",
    texts: ["portfolios"],
    help: "waiting",
    navigation: { order: 90, icon: "request", label: "admin.nav.requests" },
  },
  {
    side: "staff",
    path: "requests/unexplained",
    file: "payments/staff/unexplained.page.tsx",
    found: { label: "admin.unexplained.title" },
    texts: ["portfolios"],
    help: "payments",
  },
  {
    side: "staff",
    path: "requests/bank-entries",
    file: "payments/staff/bank-entries.page.tsx",
    found: { label: "admin.bankEntries.title" },
    texts: ["portfolios"],
    help: "bank-files",
  },
  {
    side: "staff",
    path: "requests/payment-files",
    file: "payments/staff/payment-files.page.tsx",
    found: { label: "admin.paymentFiles.title" },
    texts: ["portfolios"],
    help: "bank-files",
  },
] as const satisfies readonly Page[];

export const settings = [
  {
    id: "bank-accounts",
    group: "clients",
    order: 20,
    title: "admin.accounts.rules",
    about: "admin.accounts.rulesAbout",
    names: ["bankAccountRules"],
    help: "accounts",
  },
  {
    id: "payments",
    group: "clients",
    order: 30,
    title: "admin.payments.settings",
    about: "admin.payments.settingsAbout",
    names: ["depositInstructions", "withdrawalRules"],
  },
] as const satisfies readonly SettingsSection[];

const accounts = { to: "/money/accounts?company=:company", label: "notifications.goAccounts" } as const;
const orders = { to: "/portfolio?part=orders&company=:company", label: "notifications.goOrders" } as const;
const money = { to: "/money?company=:company", label: "notifications.goMoney" } as const;
export const notifications = {
  account_added: accounts,
  account_changed: accounts,
  account_removed: accounts,
  account_confirmed: accounts,
  account_refused: accounts,
  client_account: { to: "/admin/:profile/:target/accounts", label: "notifications.goAccounts" },
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

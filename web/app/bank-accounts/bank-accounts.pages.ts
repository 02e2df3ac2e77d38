/** Pages of bank accounts. */
import type { NotificationLinks, Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  { side: "client", path: "money/accounts", file: "bank-accounts/accounts.page.tsx", texts: ["accounts"] },
  {
    side: "staff",
    path: "accounts",
    file: "bank-accounts/staff/new-accounts.page.tsx",
    texts: ["accounts"],
    help: "accounts",
  },
  {
    side: "holder",
    path: "accounts",
    file: "bank-accounts/staff/holder-accounts.page.tsx",
    texts: ["accounts"],
    help: "accounts",
    section: { order: 40, label: "admin.holder.section.accounts" },
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
] as const satisfies readonly SettingsSection[];

const accounts = { to: "/money/accounts?company=:company", label: "notifications.goAccounts" } as const;
export const notifications = {
  account_added: accounts,
  account_changed: accounts,
  account_removed: accounts,
  account_confirmed: accounts,
  account_refused: accounts,
  client_account: { to: "/admin/:profile/:target/accounts", label: "notifications.goAccounts" },
} satisfies NotificationLinks;

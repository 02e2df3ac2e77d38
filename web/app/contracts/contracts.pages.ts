/** Pages of contracts, which are read in the viewer of documents. */
import type { NotificationLinks, Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  {
    side: "client",
    path: "contracts",
    file: "contracts/contracts.page.tsx",
    texts: ["documents", "contracts"],
    navigation: { order: 60, icon: "sign", label: "shell.nav.contracts" },
    forNewcomers: true,
  },
  {
    side: "client",
    path: "contracts/propose/:type",
    file: "contracts/propose.page.tsx",
    texts: ["documents", "contracts"],
    examples: ["/contracts/propose/none"],
  },
  // A contract needs a template: browser tests of their own make one.
  {
    side: "client",
    path: "contracts/:id",
    file: "contracts/contract.page.tsx",
    texts: ["documents", "contracts"],
    examples: [],
  },
  {
    side: "staff",
    path: "contracts",
    file: "contracts/staff/contract-queue.page.tsx",
    texts: ["documents", "contracts"],
    help: "queue",
    navigation: { order: 60, icon: "sign", label: "admin.nav.contracts" },
    examples: ["/admin/contracts", "/admin/contracts?state=all"],
  },
  {
    side: "staff",
    path: "contracts/templates",
    file: "contracts/staff/templates.page.tsx",
    found: { label: "admin.templates.title" },
    texts: ["documents", "contracts"],
    help: "templates",
  },
  {
    side: "staff",
    path: "contracts/templates/:type",
    file: "contracts/staff/template.page.tsx",
    texts: ["documents", "contracts"],
    help: "templates",
    examples: [],
  },
  {
    side: "staff",
    path: "contracts/templates/:type/send",
    file: "contracts/staff/batch-start.page.tsx",
    texts: ["documents", "contracts"],
    help: "sending",
    examples: [],
  },
  {
    side: "staff",
    path: "contracts/batches",
    file: "contracts/staff/batches.page.tsx",
    found: { label: "admin.contractBatch.title" },
    texts: ["documents", "contracts"],
    help: "sending",
  },
  {
    side: "staff",
    path: "contracts/batches/:id",
    file: "contracts/staff/batch.page.tsx",
    texts: ["documents", "contracts"],
    help: "sending",
    examples: [],
  },
  {
    side: "holder",
    path: "contracts",
    file: "contracts/staff/holder-contracts.page.tsx",
    texts: ["documents", "contracts"],
    help: "queue",
    section: { order: 60, label: "admin.holder.section.contracts" },
  },
  {
    side: "holder",
    path: "contracts/new",
    file: "contracts/staff/send.page.tsx",
    found: { label: "admin.search.newContract", level: "office", as: "action" },
    texts: ["documents", "contracts"],
    help: "sending",
  },
  {
    side: "holder",
    path: "contracts/:contractId",
    file: "contracts/staff/staff-contract.page.tsx",
    texts: ["documents", "contracts"],
    help: "queue",
    examples: [],
  },
] as const satisfies readonly Page[];

export const settings = [
  {
    id: "required-contracts",
    group: "identity",
    order: 50,
    title: "admin.settings.requiredContracts",
    about: "admin.settings.about.requiredContracts",
    names: ["requiredContracts"],
    help: "required-contracts",
  },
] as const satisfies readonly SettingsSection[];

const contract = { to: "/contracts/:target?company=:company", label: "notifications.goContract" } as const;
export const notifications = {
  contract_to_sign: contract,
  contract_reminder: contract,
  contract_approved: contract,
  contract_rejected: contract,
  contract_withdrawn: contract,
  contract_expired: contract,
  contract_stopped: contract,
  signed_contract_ended: null,
  client_contract: { to: "/admin/:profile/:target/contracts", label: "notifications.go" },
} satisfies NotificationLinks;

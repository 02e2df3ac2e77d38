/** Pages of documents. */
import type { NotificationLinks, Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  {
    side: "client",
    path: "documents",
    file: "documents/documents.page.tsx",
    texts: ["documents"],
    navigation: { order: 50, icon: "document", label: "shell.nav.documents" },
    forNewcomers: true,
  },
  {
    side: "staff",
    path: "documents",
    file: "documents/staff/batches.page.tsx",
    found: { label: "admin.search.documentsOfMany", level: "office", as: "action" },
    texts: ["documents"],
    help: "batches",
    navigation: { order: 70, icon: "upload", label: "admin.nav.documents" },
  },
  // A batch needs its files: a browser test of its own sends them.
  {
    side: "staff",
    path: "documents/:id",
    file: "documents/staff/batch.page.tsx",
    texts: ["documents"],
    help: "batches",
    examples: [],
  },
  {
    side: "staff",
    path: "document-requests",
    file: "documents/staff/rounds.page.tsx",
    texts: ["documents"],
    help: "requested-documents",
    navigation: { order: 69, icon: "document", label: "admin.nav.documentRequests" },
  },
  // Somebody must be asked first: a browser test of its own does.
  {
    side: "staff",
    path: "document-requests/:id",
    file: "documents/staff/round.page.tsx",
    texts: ["documents"],
    help: "requested-documents",
    examples: [],
  },
  {
    side: "holder",
    path: "documents",
    file: "documents/staff/holder-documents.page.tsx",
    found: { label: "admin.search.askDocument", level: "office", as: "action" },
    texts: ["documents"],
    help: "documents",
    section: { order: 50, label: "admin.holder.section.documents" },
  },
] as const satisfies readonly Page[];

export const settings = [
  {
    id: "document-types",
    group: "clients",
    order: 40,
    title: "admin.settings.documentTypes",
    about: "admin.settings.about.documentTypes",
    names: ["documentTypes", "documentLimits"],
    help: "retention",
  },
] as const satisfies readonly SettingsSection[];

const asked = { to: "/documents?company=:company", label: "notifications.goAdd" } as const;
export const notifications = {
  document_added: { to: "/documents?company=:company", label: "notifications.goDocuments" },
  document_asked: asked,
  document_reminder: asked,
  document_again: asked,
  client_document: { to: "/admin/:profile/:target/documents", label: "notifications.goDocuments" },
} satisfies NotificationLinks;

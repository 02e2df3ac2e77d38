/**
 * The subject of the help that explains each page of staff, by the page's path; the first that fits counts.
 * web/app/site-map.test.ts checks that each page has one.
 */
import type { HelpSubject } from "@portico/messages/help/subjects.ts";
import { matchPath } from "react-router";

const subjects: Record<string, HelpSubject> = {
  "/admin": "clients",
  "/admin/companies": "clients",
  "/admin/dashboard": "waiting",
  "/admin/tickets": "tickets",
  "/admin/tickets/mails": "tickets",
  "/admin/tickets/report": "tickets",
  "/admin/proposals": "waiting",
  "/admin/analytics": "sign-ins",
  "/admin/requests": "waiting",
  "/admin/accounts": "accounts",
  "/admin/chats": "chats",
  "/admin/reviews": "reviews",
  "/admin/imports": "imports",
  "/admin/documents": "batches",
  "/admin/documents/:id": "batches",
  "/admin/contracts": "queue",
  "/admin/contracts/templates": "templates",
  "/admin/contracts/templates/:type": "templates",
  "/admin/contracts/templates/:type/send": "sending",
  "/admin/contracts/sendings": "sending",
  "/admin/contracts/sendings/:id": "sending",
  "/admin/target": "target-funds",
  "/admin/target/new": "target-funds",
  "/admin/target/funds": "target-funds",
  "/admin/target/funds/:id": "target-funds",
  "/admin/target/joins": "target-funds",
  "/admin/target/:id": "target-funds",
  "/admin/content": "public-pages",
  "/admin/content/:page": "public-pages",
  "/admin/settings/fees": "public-pages",
  "/admin/settings/treasury": "public-pages",
  "/admin/settings/bank-accounts": "accounts",
  "/admin/settings/document-types": "retention",
  "/admin/settings/required-contracts": "required-contracts",
  "/admin/settings": "settings",
  "/admin/settings/:section": "settings",
  "/admin/:profileMode/:id/profile": "clients",
  "/admin/:profileMode/:id/portfolio": "clients",
  "/admin/:profileMode/:id/accounts": "accounts",
  "/admin/:profileMode/:id/activity": "clients",
  "/admin/:profileMode/:id/documents": "documents",
  "/admin/:profileMode/:id/folder": "shared-folder",
  "/admin/:profileMode/:id/tickets": "tickets",
  "/admin/:profileMode/:id/tickets/:ticketId": "tickets",
  "/admin/:profileMode/:id/review": "reviews",
  "/admin/:profileMode/:id/contracts": "queue",
  "/admin/:profileMode/:id/contracts/new": "sending",
  "/admin/:profileMode/:id/contracts/:contractId": "queue",
};

/** The subject for a path without its language; none for the help itself. */
export const helpOf = (path: string): HelpSubject | undefined =>
  Object.entries(subjects).find(([pattern]) => matchPath(pattern, path))?.[1];

/** Pages of existing clients who are brought in, and of their invitations. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "client-imports",
    file: "client-imports/staff/client-imports.page.tsx",
    help: "client-imports",
    navigation: { order: 82, icon: "people", label: "admin.nav.clientImports", level: "admin" },
  },
  // A file has to be read first: a browser test of its own reads one.
  {
    side: "staff",
    path: "client-imports/:id",
    file: "client-imports/staff/client-import.page.tsx",
    help: "client-imports",
    examples: [],
  },
  {
    side: "staff",
    path: "client-invitations",
    file: "client-imports/staff/client-invitations.page.tsx",
    help: "client-imports",
    found: { label: "admin.clientInvitations.title", level: "admin" },
  },
] as const satisfies readonly Page[];

/** Sections of the staff side; web/app/site-map.test.ts checks that each is a page. */
import type { NavigationItem } from "../navigation.tsx";

export const staffNavigation: readonly NavigationItem[] = [
  { to: "/admin/dashboard", icon: "dashboard", label: "admin.nav.dashboard" },
  { to: "/admin", icon: "people", label: "admin.nav.clients", exact: true },
  { to: "/admin/reviews", icon: "document", label: "admin.nav.reviews" },
  { to: "/admin/tickets", icon: "ticket", label: "admin.nav.tickets" },
  { to: "/admin/tasks", icon: "check", label: "admin.nav.tasks" },
  { to: "/admin/chats", icon: "chat", label: "admin.nav.chats" },
  { to: "/admin/contracts", icon: "sign", label: "admin.nav.contracts" },
  { to: "/admin/documents", icon: "upload", label: "admin.nav.documents" },
  { to: "/admin/imports", icon: "download", label: "admin.nav.imports" },
  { to: "/admin/requests", icon: "request", label: "admin.nav.requests" },
  { to: "/admin/settings", icon: "settings", label: "admin.nav.settings" },
];

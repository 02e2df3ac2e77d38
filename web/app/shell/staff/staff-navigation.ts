/** Sections of the staff side; web/app/site-map.test.ts checks that each is a page. */
import { hasStaffLevel, type Role, type StaffLevel } from "@portico/api/permissions.ts";
import type { NavigationItem } from "../navigation.tsx";

/** `level`: shown from that one on. */
export const staffNavigation: readonly (NavigationItem & { level?: StaffLevel })[] = [
  { to: "/admin/dashboard", icon: "dashboard", label: "admin.nav.dashboard" },
  { to: "/admin", icon: "people", label: "admin.nav.clients", exact: true },
  { to: "/admin/reviews", icon: "document", label: "admin.nav.reviews" },
  { to: "/admin/tickets", icon: "ticket", label: "admin.nav.tickets" },
  { to: "/admin/chats", icon: "chat", label: "admin.nav.chats" },
  { to: "/admin/contracts", icon: "sign", label: "admin.nav.contracts" },
  { to: "/admin/documents", icon: "upload", label: "admin.nav.documents" },
  { to: "/admin/imports", icon: "download", label: "admin.nav.imports" },
  { to: "/admin/requests", icon: "request", label: "admin.nav.requests" },
  { to: "/admin/proposals", icon: "eye", label: "admin.nav.proposals", level: "office" },
  { to: "/admin/analytics", icon: "device", label: "admin.nav.analytics", level: "admin" },
  { to: "/admin/target", icon: "portfolio", label: "admin.nav.target" },
  { to: "/admin/content", icon: "globe", label: "admin.nav.content" },
  { to: "/admin/settings", icon: "settings", label: "admin.nav.settings" },
];

/** The sections that the role may read. */
export const navigationOf = (role: Role | undefined): readonly NavigationItem[] =>
  staffNavigation.filter(({ level }) => level === undefined || (role !== undefined && hasStaffLevel(role, level)));

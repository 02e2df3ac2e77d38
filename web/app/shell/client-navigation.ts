/** Sections of the client side; web/app/site-map.test.ts checks that each is a page. */
import type { NavigationItem } from "./navigation.tsx";

export const clientNavigation: readonly NavigationItem[] = [
  { to: "/dashboard", icon: "dashboard", label: "shell.nav.dashboard" },
  { to: "/portfolio", icon: "portfolio", label: "shell.nav.portfolio" },
  { to: "/money", icon: "money", label: "shell.nav.money" },
  { to: "/target", icon: "target", label: "shell.nav.target" },
  { to: "/documents", icon: "document", label: "shell.nav.documents" },
  { to: "/contracts", icon: "sign", label: "shell.nav.contracts" },
  { to: "/tickets", icon: "ticket", label: "shell.nav.tickets" },
  { to: "/chat", icon: "chat", label: "shell.nav.chat" },
  { to: "/profile", icon: "person", label: "shell.nav.profile" },
];

/** Known once the browser knows who is signed in; not shown in view-as. */
export const clientNavigationForStaff: readonly NavigationItem[] = [
  ...clientNavigation,
  { to: "/admin/dashboard", icon: "people", label: "shell.nav.staff" },
];

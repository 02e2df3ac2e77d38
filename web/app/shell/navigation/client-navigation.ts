/** Sections of the client side, as the domains declare them. */
import clientNavigation from "virtual:portico-pages/client-navigation";
import type { NavigationItem } from "./navigation.tsx";

export { clientNavigation };

/** Known once the browser knows who is signed in; not shown in view-as. */
export const clientNavigationForStaff: readonly NavigationItem[] = [
  ...clientNavigation,
  { to: "/admin/dashboard", icon: "people", label: "shell.nav.staff" },
];

/** Of who only reads what others share. */
export const delegateNavigation: readonly NavigationItem[] = [
  { to: "/shared", icon: "report", label: "shell.account.shared" },
  { to: "/profile", icon: "person", label: "shell.nav.profile" },
];

/** The staff's pages, with the staff's texts. */

import { isStaff } from "@portico/api/permissions.ts";
import type { Catalogue } from "@portico/messages/text.ts";
import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { MoreTexts, useText } from "../ui/text.tsx";
import { ComingPage } from "./coming-page.tsx";
import { Desk } from "./desk.tsx";
import { ErrorContent } from "./error-page.tsx";
import type { Place } from "./places.tsx";
import { useSession } from "./session.ts";

const places: readonly Place[] = [
  { to: "/admin/dashboard", icon: "dashboard", word: "admin.nav.desk" },
  { to: "/admin", icon: "people", word: "admin.nav.clients", exact: true },
  { to: "/admin/reviews", icon: "document", word: "admin.nav.reviews" },
  { to: "/admin/tasks", icon: "check", word: "admin.nav.tasks" },
  { to: "/admin/imports", icon: "import", word: "admin.nav.imports" },
  { to: "/admin/requests", icon: "request", word: "admin.nav.requests" },
  { to: "/admin/settings", icon: "settings", word: "admin.nav.settings" },
];

function StaffDesk({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <Desk places={places} label={t("admin.nav.label")} wide>
      {children}
    </Desk>
  );
}

function StaffPages() {
  const session = useSession();
  return <StaffDesk>{session && isStaff(session.profile.role) ? <Outlet /> : <ComingPage />}</StaffDesk>;
}

export function adminLayout(catalogue: Catalogue) {
  return function AdminLayout() {
    return (
      <MoreTexts catalogue={catalogue}>
        <StaffPages />
      </MoreTexts>
    );
  };
}

export function adminErrors(catalogue: Catalogue) {
  return function AdminErrors() {
    return (
      <MoreTexts catalogue={catalogue}>
        <StaffDesk>
          <ErrorContent />
        </StaffDesk>
      </MoreTexts>
    );
  };
}

/** The staff pages, with the staff texts. */

import { isStaff } from "@portico/api/permissions.ts";
import type { Catalogue } from "@portico/messages/text.ts";
import { type ReactNode, useLayoutEffect } from "react";
import { Outlet, useLocation } from "react-router";
import { MoreTexts, useText } from "../../ui/text.tsx";
import { alert } from "../alert.ts";
import { ComingPage } from "../coming-page.tsx";
import { Desk } from "../desk.tsx";
import { ErrorContent } from "../error-page.tsx";
import { LeaveGuard } from "../leave-guard.tsx";
import type { Place } from "../places.tsx";
import { useSession } from "../session.ts";
import { useEndViewAs } from "../use-end-view-as.ts";
import { currentViewAs } from "../view-as.ts";

const places: readonly Place[] = [
  { to: "/admin/dashboard", icon: "dashboard", word: "admin.nav.desk" },
  { to: "/admin", icon: "people", word: "admin.nav.clients", exact: true },
  { to: "/admin/reviews", icon: "document", word: "admin.nav.reviews" },
  { to: "/admin/tasks", icon: "check", word: "admin.nav.tasks" },
  { to: "/admin/imports", icon: "download", word: "admin.nav.imports" },
  { to: "/admin/requests", icon: "request", word: "admin.nav.requests" },
  { to: "/admin/settings", icon: "settings", word: "admin.nav.settings" },
];

function StaffDesk({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <Desk places={places} label={t("admin.nav.label")} home="/admin/dashboard" wide>
      {children}
    </Desk>
  );
}

function StaffPages() {
  const session = useSession();
  useLeaveViewAs();
  return (
    <StaffDesk>
      {session && isStaff(session.profile.role) ? <Outlet /> : <ComingPage />}
      <LeaveGuard />
    </StaffDesk>
  );
}

/** Opening a back office page ends view-as before the page fetches anything. */
function useLeaveViewAs(): void {
  const t = useText();
  const endView = useEndViewAs();
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    const view = currentViewAs();
    if (!view) return;
    endView();
    alert.success(t("shell.viewAs.left", { name: view.name }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a look that begins on a page goes on to the client's pages
  }, [pathname]);
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

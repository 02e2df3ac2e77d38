/** The staff pages, with the staff texts and the calls of staff. */

import "virtual:portico-staff-api";
import { isStaff } from "@portico/api/permissions.ts";
import type { Catalogue } from "@portico/messages/text.ts";
import { type ReactNode, useEffect, useLayoutEffect } from "react";
import { Outlet, useLocation } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { showTimesIn } from "../../ui/format.ts";
import { MoreTexts, useText } from "../../ui/text.tsx";
import { alert } from "../dialogs/alert.ts";
import { LeaveGuard, type LeaveQuestionProps } from "../guard/leave-guard.tsx";
import { AppShell } from "../layouts/app-shell.tsx";
import { useRootData } from "../layouts/brand.ts";
import { ClientShell } from "../layouts/client-shell.tsx";
import { ErrorContent } from "../layouts/error-page.tsx";
import { PageLoading } from "../layouts/page-loading.tsx";
import { ReadingFrame } from "../layouts/reading-frame.tsx";
import { useLocalPath } from "../navigation/locale-link.tsx";
import { useSession } from "../session/session.ts";
import { useEndViewAs } from "../session/use-end-view-as.ts";
import { currentViewAs } from "../session/view-as.ts";
import { findHelp } from "./help-of-pages.ts";
import { PaletteOpener } from "./palette/palette-opener.tsx";
import { UndoBar } from "./queue/undo-bar.tsx";
import { listNavigation } from "./staff-navigation.ts";

/** Asks before a page with unsaved input is left for another one. */
function LeaveQuestion({ onStay, onLeave }: LeaveQuestionProps) {
  const t = useText();
  return (
    <Dialog opened onClose={onStay} title={t("admin.leave.title")} size="sm">
      <p>{t("admin.leave.text")}</p>
      <DialogActions onCancel={onStay}>
        <Button onClick={onLeave}>{t("admin.leave.confirm")}</Button>
      </DialogActions>
    </Dialog>
  );
}

function StaffShell({ children }: { children: ReactNode }) {
  const t = useText();
  const subject = findHelp(useLocalPath());
  const role = useSession()?.profile.role;
  const { timeZone, takesRegistrations } = useRootData();
  return (
    <AppShell
      navigation={listNavigation(role, !takesRegistrations)}
      label={t("admin.nav.label")}
      home="/admin/dashboard"
      wide
      help={{ to: subject ? `/admin/help/${subject}` : "/admin/help", icon: "help", label: "admin.nav.help" }}
      search={<PaletteOpener />}
      note={timeZone && t("admin.nav.zone", { zone: timeZone })}
    >
      {children}
    </AppShell>
  );
}

/** Colleagues read the same times, those of the firm, wherever they sit. */
function useFirmTimes(): void {
  const { timeZone } = useRootData();
  // Before the pages are rendered: they write times.
  // Not on the server, whose pages for clients would be written so too.
  if (!import.meta.env.SSR) showTimesIn(timeZone, { asRecords: true });
  useEffect(() => () => showTimesIn(), []);
}

function StaffPages() {
  const session = useSession();
  useFirmTimes();
  useLeaveViewAs();
  return (
    <StaffShell>
      {session && isStaff(session.profile.role) ? <Outlet /> : <PageLoading />}
      <UndoBar />
      <LeaveGuard InputQuestion={LeaveQuestion} />
    </StaffShell>
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

/** A failed page or a wrong address of staff: whoever is no staff sees what others see at a wrong address. */
function StaffErrors() {
  const session = useSession();
  if (session && isStaff(session.profile.role))
    return (
      <StaffShell>
        <ErrorContent home="/admin/dashboard" />
      </StaffShell>
    );
  const Frame = session ? ClientShell : ReadingFrame;
  return (
    <Frame>
      <ErrorContent />
    </Frame>
  );
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
        <StaffErrors />
      </MoreTexts>
    );
  };
}

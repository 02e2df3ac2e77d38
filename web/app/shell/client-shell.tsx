/** Header and navigation of the client's pages; staff who open one have the way back to theirs. */
import { isStaff } from "@portico/api/permissions.ts";
import type { ReactNode } from "react";
import { useText } from "../ui/text.tsx";
import { AppShell } from "./app-shell.tsx";
import { useClientMarks } from "./client-marks.ts";
import { clientNavigation, clientNavigationForStaff } from "./client-navigation.ts";
import { useSession } from "./session.ts";
import { useViewAs } from "./view-as.ts";

export function ClientShell({ children }: { children: ReactNode }) {
  const t = useText();
  const session = useSession();
  const view = useViewAs();
  return (
    <AppShell
      navigation={session && isStaff(session.profile.role) && !view ? clientNavigationForStaff : clientNavigation}
      label={t("shell.nav.label")}
      marks={useClientMarks()}
    >
      {children}
    </AppShell>
  );
}

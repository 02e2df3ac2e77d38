/** Header and navigation of the client's pages; staff who open one have the way back to theirs. */
import { isStaff } from "@portico/api/permissions.ts";
import type { ReactNode } from "react";
import { useText } from "../../ui/text.tsx";
import { homeOf } from "../guard/guard.ts";
import { useClientMarks } from "../navigation/client-marks.ts";
import { clientNavigation, clientNavigationForStaff, delegateNavigation } from "../navigation/client-navigation.ts";
import { useSession } from "../session/session.ts";
import { useViewAs } from "../session/view-as.ts";
import { AppShell } from "./app-shell.tsx";

export function ClientShell({ children }: { children: ReactNode }) {
  const t = useText();
  const session = useSession();
  const view = useViewAs();
  const isOfStaff = session && isStaff(session.profile.role) && !view;
  const navigation = session?.profile.isOnlyDelegate ? delegateNavigation : clientNavigation;
  return (
    <AppShell
      navigation={isOfStaff ? clientNavigationForStaff : navigation}
      home={homeOf(session?.profile ?? {})}
      label={t("shell.nav.label")}
      marks={useClientMarks()}
    >
      {children}
    </AppShell>
  );
}

/** The client's pages. Until the browser knows who is signed in, their shell and a skeleton. */
import { isStaff } from "@portico/api/permissions.ts";
import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { KycAlert } from "../onboarding/kyc-alert.tsx";
import { useFollowPortfolio } from "../portfolios/use-follow-portfolio.ts";
import { useText } from "../ui/text.tsx";
import { holderKey, useActiveHolder, useIsActiveHolderKnown } from "./active-holder.ts";
import { AppShell } from "./app-shell.tsx";
import { ErrorContent } from "./error-page.tsx";
import type { NavigationItem } from "./navigation.tsx";
import { PageLoading } from "./page-loading.tsx";
import { useSession } from "./session.ts";
import { useViewAs } from "./view-as.ts";

const clientNavigation: readonly NavigationItem[] = [
  { to: "/dashboard", icon: "dashboard", label: "shell.nav.dashboard" },
  { to: "/portfolio", icon: "portfolio", label: "shell.nav.portfolio" },
  { to: "/profile", icon: "person", label: "shell.nav.profile" },
];

/** Known once the browser knows who is signed in; not shown in view-as. */
const clientNavigationForStaff: readonly NavigationItem[] = [
  ...clientNavigation,
  { to: "/admin/dashboard", icon: "people", label: "shell.nav.staff" },
];

function ClientShell({ children }: { children: ReactNode }) {
  const t = useText();
  const session = useSession();
  const view = useViewAs();
  return (
    <AppShell
      navigation={session && isStaff(session.profile.role) && !view ? clientNavigationForStaff : clientNavigation}
      label={t("shell.nav.label")}
    >
      {children}
    </AppShell>
  );
}

/** Everything on screen follows the active holder: switching remounts the pages. */
function Pages() {
  const { holder } = useActiveHolder();
  useFollowPortfolio();
  return (
    <>
      <KycAlert />
      <Outlet key={holderKey(holder)} />
    </>
  );
}

export default function DefaultLayout() {
  const isActiveHolderKnown = useIsActiveHolderKnown();
  return <ClientShell>{useSession() && isActiveHolderKnown ? <Pages /> : <PageLoading />}</ClientShell>;
}

export function ErrorBoundary() {
  return (
    <ClientShell>
      <ErrorContent />
    </ClientShell>
  );
}

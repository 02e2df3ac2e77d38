/** The client's pages. Until the browser knows who is signed in, their shell and a skeleton. */
import { isStaff } from "@portico/api/permissions.ts";
import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { KycAlert } from "../onboarding/kyc-alert.tsx";
import { useFollowPortfolio } from "../portfolios/use-follow-portfolio.ts";
import { useText } from "../ui/text.tsx";
import { holderKey, useActing, useIsActingKnown } from "./acting.ts";
import { ComingPage } from "./coming-page.tsx";
import { Desk } from "./desk.tsx";
import { ErrorContent } from "./error-page.tsx";
import type { Place } from "./places.tsx";
import { useSession } from "./session.ts";
import { useViewAs } from "./view-as.ts";

const places: readonly Place[] = [
  { to: "/dashboard", icon: "dashboard", word: "shell.nav.dashboard" },
  { to: "/portfolio", icon: "portfolio", word: "shell.nav.portfolio" },
  { to: "/profile", icon: "person", word: "shell.nav.profile" },
];

/** Known once the browser knows who is signed in; not shown in view-as. */
const staffPlaces: readonly Place[] = [...places, { to: "/admin/dashboard", icon: "people", word: "shell.nav.staff" }];

function ClientDesk({ children }: { children: ReactNode }) {
  const t = useText();
  const session = useSession();
  const view = useViewAs();
  return (
    <Desk
      places={session && isStaff(session.profile.role) && !view ? staffPlaces : places}
      label={t("shell.nav.label")}
    >
      {children}
    </Desk>
  );
}

/** Everything on screen follows the active holder: switching remounts the pages. */
function Pages() {
  const { holder } = useActing();
  useFollowPortfolio();
  return (
    <>
      <KycAlert />
      <Outlet key={holderKey(holder)} />
    </>
  );
}

export default function DefaultLayout() {
  const isActingKnown = useIsActingKnown();
  return <ClientDesk>{useSession() && isActingKnown ? <Pages /> : <ComingPage />}</ClientDesk>;
}

export function ErrorBoundary() {
  return (
    <ClientDesk>
      <ErrorContent />
    </ClientDesk>
  );
}

/** The client's pages. Until the browser knows who is signed in, their shell and a skeleton. */
import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { KycAlert } from "../onboarding/kyc-alert.tsx";
import { useText } from "../ui/text.tsx";
import { holderKey, useActing } from "./acting.ts";
import { ComingPage } from "./coming-page.tsx";
import { Desk } from "./desk.tsx";
import { ErrorContent } from "./error-page.tsx";
import type { Place } from "./places.tsx";
import { useSession } from "./session.ts";

const places: readonly Place[] = [
  { to: "/dashboard", icon: "dashboard", word: "shell.nav.dashboard" },
  { to: "/portfolio", icon: "portfolio", word: "shell.nav.portfolio" },
  { to: "/profile", icon: "person", word: "shell.nav.profile" },
];

function ClientDesk({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <Desk places={places} label={t("shell.nav.label")}>
      {children}
    </Desk>
  );
}

/** Whoever the person acts for, everything on screen follows: another holder's pages begin anew. */
function Pages() {
  const { holder } = useActing();
  return (
    <>
      <KycAlert />
      <Outlet key={holderKey(holder)} />
    </>
  );
}

export default function DefaultLayout() {
  return <ClientDesk>{useSession() ? <Pages /> : <ComingPage />}</ClientDesk>;
}

export function ErrorBoundary() {
  return (
    <ClientDesk>
      <ErrorContent />
    </ClientDesk>
  );
}

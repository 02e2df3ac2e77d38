/** The client's pages. Until the browser knows who is signed in, their shell and a skeleton. */
import { type ReactNode } from "react";
import { Outlet } from "react-router";
import { useText } from "../ui/text.tsx";
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

export default function DefaultLayout() {
  return <ClientDesk>{useSession() ? <Outlet /> : <ComingPage />}</ClientDesk>;
}

export function ErrorBoundary() {
  return (
    <ClientDesk>
      <ErrorContent />
    </ClientDesk>
  );
}

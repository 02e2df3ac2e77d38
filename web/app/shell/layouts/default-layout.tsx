/** The client's pages. Until the browser knows who is signed in, their shell with the page's frame or a skeleton. */
import { api } from "virtual:portico-api";
import aboveParts from "virtual:portico-pages/above-client-pages";
import besideParts from "virtual:portico-pages/beside-client-pages";
import { Outlet } from "react-router";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { WhenIdle } from "../../ui/when-idle.tsx";
import { earlyCall, type PageHandle, person } from "../calls/early-calls.ts";
import { LeaveGuard } from "../guard/leave-guard.tsx";
import { AccountInAddress } from "../session/account-in-address.tsx";
import { holderKey, useActiveHolder, useIsActiveHolderKnown } from "../session/active-holder.ts";
import { useSession } from "../session/session.ts";
import { ClientShell } from "./client-shell.tsx";
import { ErrorContent } from "./error-page.tsx";
import { FrameParts } from "./frame-parts.tsx";
import { useIsFramed, WhileReaderAwaited } from "./page-frame.tsx";
import { PageLoading } from "./page-loading.tsx";

export const handle: PageHandle = {
  earlyCalls: [
    earlyCall(api.companies.listOwn, { params: { userId: person } }, { together: true }),
    earlyCall(api.notifications.listOfUser, { params: { id: person } }),
    earlyCall(api.notifications.listOfCompanies, { params: { userId: person } }, { together: true }),
  ],
};

const beside = besideParts.map((load) => loadedPart(load));

/** Everything on screen follows the active holder: switching remounts the pages. */
function Pages() {
  const { holder } = useActiveHolder();
  return (
    <>
      <FrameParts parts={aboveParts} />
      <AccountInAddress>
        <Outlet key={holderKey(holder)} />
      </AccountInAddress>
      <WhenIdle>
        <FrameParts parts={beside} />
      </WhenIdle>
      <LeaveGuard />
    </>
  );
}

/** Before it is known who reads the page. */
function AwaitedPages() {
  return useIsFramed() ? (
    <WhileReaderAwaited>
      <Outlet />
    </WhileReaderAwaited>
  ) : (
    <PageLoading />
  );
}

export default function DefaultLayout() {
  const isActiveHolderKnown = useIsActiveHolderKnown();
  return <ClientShell>{useSession() && isActiveHolderKnown ? <Pages /> : <AwaitedPages />}</ClientShell>;
}

export function ErrorBoundary() {
  return (
    <ClientShell>
      <ErrorContent />
    </ClientShell>
  );
}

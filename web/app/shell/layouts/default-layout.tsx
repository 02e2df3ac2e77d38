/** The client's pages. Until the browser knows who is signed in, their shell and a skeleton. */
import { api } from "virtual:portico-api";
import { Outlet } from "react-router";
import { KycAlert } from "../../onboarding/kyc-alert.tsx";
import { useFollowPortfolio } from "../../portfolios/use-follow-portfolio.ts";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { WhenIdle } from "../../ui/when-idle.tsx";
import { earlyCall, type PageHandle, person } from "../calls/early-calls.ts";
import { startEarlyFormats } from "../calls/early-formats.ts";
import { LeaveGuard } from "../guard/leave-guard.tsx";
import { AccountInAddress } from "../session/account-in-address.tsx";
import { holderKey, useActiveHolder, useIsActiveHolderKnown } from "../session/active-holder.ts";
import { useSession } from "../session/session.ts";
import { ClientShell } from "./client-shell.tsx";
import { ErrorContent } from "./error-page.tsx";
import { PageLoading } from "./page-loading.tsx";

// As soon as the file is loaded, before anything is rendered.
if (!import.meta.env.SSR) startEarlyFormats();

export const handle: PageHandle = {
  earlyCalls: [
    earlyCall(api.companies.listOwn, { params: { userId: person } }),
    earlyCall(api.notifications.listOfUser, { params: { id: person } }),
    earlyCall(api.notifications.listOfCompanies, { params: { userId: person } }),
  ],
};

const ChatLauncher = loadedPart(() => import("../../chats/chat-launcher.tsx"));

/** Everything on screen follows the active holder: switching remounts the pages. */
function Pages() {
  const { holder } = useActiveHolder();
  useFollowPortfolio();
  return (
    <>
      <KycAlert />
      <AccountInAddress>
        <Outlet key={holderKey(holder)} />
      </AccountInAddress>
      <WhenIdle>
        <ChatLauncher />
      </WhenIdle>
      <LeaveGuard />
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

/** What the person signed in has set up of their own to sign in with. */
import { useActing } from "./acting.ts";
import { useApi } from "./api.tsx";
import { useCall } from "./calls/use-call.ts";
import { useProfile } from "./session.ts";

/** Not asked through a client's eyes: how the client signs in is the client's secret. `hasNone` is false until it is known. */
export function useOwnFactors(): { hasNone: boolean; isLoading: boolean } {
  const api = useApi();
  const { id } = useProfile();
  const { readOnly } = useActing();
  const { data, isLoading } = useCall(
    api.sessions.listFactors,
    { params: { id } },
    { enabled: !readOnly, staleTime: 300_000 },
  );
  return { hasNone: !readOnly && data !== undefined && !data.authenticator && data.passkeys.length === 0, isLoading };
}

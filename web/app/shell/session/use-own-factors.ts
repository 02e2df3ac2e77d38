/** Second factors that the signed-in person has set up. */

import { useApi } from "../calls/api.tsx";
import { useCall } from "../calls/use-call.ts";
import { useActiveHolder } from "./active-holder.ts";
import { useProfile } from "./session.ts";

/** Not fetched in view-as: the client's sign-in methods are secret. `hasNone` is false until known. */
export function useOwnFactors(): { hasNone: boolean; isLoading: boolean } {
  const api = useApi();
  const { id } = useProfile();
  const { readOnly } = useActiveHolder();
  const { data, isLoading } = useCall(
    api.sessions.listFactors,
    { params: { id } },
    { enabled: !readOnly, staleTime: 300_000 },
  );
  return { hasNone: !readOnly && data !== undefined && !data.authenticator && data.passkeys.length === 0, isLoading };
}

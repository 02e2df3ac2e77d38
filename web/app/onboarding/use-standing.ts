/** Where the person stands on the way to being a client, as the specification's alert reads it. */
import { type HolderState, kycAlert } from "@portico/api/holder-states.ts";
import { isStaff } from "@portico/api/permissions.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../shell/api.tsx";
import { useProfile } from "../shell/session.ts";
import { useSocketEvent } from "../shell/use-socket-event.ts";

interface StartedCompany {
  id: number;
  state: HolderState;
}

/** The company that the person has begun; null where there is none, undefined until the server said. */
function useStartedCompany(): StartedCompany | null | undefined {
  const api = useApi();
  const queries = useQueryClient();
  const { id: userId } = useProfile();
  const queryKey = ["started-company", userId];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.companies.getStartedState({ params: { userId }, signal }),
  });
  useSocketEvent("holder:state", () => void queries.invalidateQueries({ queryKey }));
  if (!data) return undefined;
  return data.id !== null && data.state !== null ? { id: data.id, state: data.state } : null;
}

/** What every page says; null where nothing stands in between, and for staff, who are nobody's clients. */
export function useKycAlert(): { alert: "kyc" | "rejected" | "disabled"; started: StartedCompany | null } | null {
  const { state, repCompanies, role } = useProfile();
  const started = useStartedCompany();
  if (isStaff(role) || started === undefined) return null;
  const alert = kycAlert({
    state,
    representsCompanies: repCompanies.length > 0,
    startedCompany: started?.state ?? null,
  });
  return alert && { alert, started };
}

/** The members of staff to whom clients can be assigned. */
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";

export function useColleagues() {
  const api = useApi();
  return useCall(api.colleagues.list, {}, { staleTime: 60_000 });
}

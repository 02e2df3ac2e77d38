/** One user as staff see them, and what staff may change of them. */
import type { UserData } from "@portico/api/users.ts";
import { useApi } from "../../shell/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useKnown } from "../../shell/calls/use-known.ts";

export function useUser(id: number) {
  const api = useApi();
  return useCall(api.users.get, { params: { id } });
}

/** Shows at once what a change answered. */
export function useShowUser(id: number): (change: Partial<UserData>) => void {
  const api = useApi();
  const known = useKnown();
  return (change) => known.set(api.users.get, { params: { id } }, (before) => before && { ...before, ...change });
}

/** The companies that a user represents or has begun, with their names. */
export function useUserCompanies(id: number) {
  const api = useApi();
  // Not what is kept of a look through the client's eyes, which is logged by itself.
  const { data = [] } = useCall(api.companies.listOwn, { params: { userId: id } }, { variant: "staff" });
  return data;
}

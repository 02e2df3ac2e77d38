/** One user on the staff side, and what staff may change. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { UserData, users } from "@portico/api/users.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useKnown } from "../../shell/calls/use-known.ts";

/** A user as staff see them, with what the reader may do about them. */
export type User = Answer<(typeof users)["get"]>;

export function useUser(id: number) {
  const api = useApi();
  return useCall(api.users.get, { params: { id } });
}

/** Shows a change's answer at once. */
export function useShowUser(id: number): (change: Partial<UserData>) => void {
  const api = useApi();
  const known = useKnown();
  return (change) => known.set(api.users.get, { params: { id } }, (before) => before && { ...before, ...change });
}

/** The companies that a user represents or has started, with their names. */
export function useUserCompanies(id: number) {
  const api = useApi();
  // Not the cache of a view-as, which is logged separately.
  const { data = [] } = useCall(api.companies.listOwn, { params: { userId: id } }, { variant: "staff" });
  return data;
}

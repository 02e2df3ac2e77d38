/** One user as staff see them, and what staff may change of them. */
import type { Holder } from "@portico/api/shapes.ts";
import type { UserData } from "@portico/api/users.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../shell/api.tsx";
import { useSocketEvent } from "../../shell/use-socket-event.ts";

const clientKey = (id: number) => ["admin", "user", id] as const;

export function useClient(id: number) {
  const api = useApi();
  const query = useQuery({
    queryKey: clientKey(id),
    queryFn: ({ signal }) => api.users.get({ params: { id }, signal }),
  });
  const again = (event: Holder | undefined) => {
    if (event?.holderType === "user" && event.holderId === id) void query.refetch();
  };
  useSocketEvent("holder:state", again);
  // A submitted renewal leaves the state as it was; a saved draft tells its version.
  useSocketEvent("form:changed", (event) => {
    if (event?.version === undefined) again(event);
  });
  return query;
}

/** Shows a change at once, here and in the list. */
export function useKeepClient(id: number): (change: Partial<UserData>) => Promise<void> {
  const queries = useQueryClient();
  return async (change) => {
    queries.setQueryData<UserData>(clientKey(id), (before) => before && { ...before, ...change });
    await queries.invalidateQueries({ queryKey: ["admin", "users"] });
    await queries.invalidateQueries({ queryKey: ["admin", "portfolio", "user", id] });
  };
}

/** The companies that a user represents or has begun, with their names. */
export function useClientCompanies(id: number) {
  const api = useApi();
  const { data = [] } = useQuery({
    queryKey: [...clientKey(id), "companies"],
    queryFn: ({ signal }) => api.companies.listOwn({ params: { userId: id }, signal }),
  });
  return data;
}

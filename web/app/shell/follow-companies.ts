/** Keeps the list of the person's companies: at signing in, at every connection, and whenever the server says that one changed. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { goOnWithoutCompanies, setCompanies } from "./acting.ts";
import { useApi } from "./api.tsx";
import { useSession } from "./session.ts";
import { useSocketConnect, useSocketEvent } from "./use-socket-event.ts";

/** A component of its own, so that an answer does not render the frame around it. */
export function FollowCompanies(): null {
  const api = useApi();
  const queries = useQueryClient();
  const userId = useSession()?.profile.id ?? 0;
  const { data, isError } = useQuery({
    queryKey: ["companies", userId],
    enabled: userId > 0,
    queryFn: ({ signal }) => api.companies.listOwn({ params: { userId }, signal }),
  });
  useEffect(() => {
    if (data) setCompanies(data);
  }, [data]);
  useEffect(() => {
    if (isError) goOnWithoutCompanies();
  }, [isError]);
  const again = () => void queries.invalidateQueries({ queryKey: ["companies", userId] });
  useSocketConnect(again);
  useSocketEvent("holder:state", again);
  return null;
}

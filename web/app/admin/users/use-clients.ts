/** The list of clients, page after page. */
import type { userRow } from "@portico/api/users.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { output } from "zod";
import { useApi } from "../../shell/api.tsx";
import { type ClientSearch, sortWord } from "./client-search.ts";

export type ClientRow = output<typeof userRow>;

export function useClients({ search, state, role, sort }: ClientSearch) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ["admin", "users", { search, state, role, sort }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.users.list({
        query: {
          ...(search.trim() && { search: search.trim() }),
          ...(state && { state }),
          ...(role && { role }),
          ...(cursor && { cursor }),
          sort: sortWord(sort),
          limit: 50,
        },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

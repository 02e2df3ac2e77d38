/** The list of clients, page after page. */
import type { userRow } from "@portico/api/users.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { output } from "zod";
import { useApi } from "../../shell/api.tsx";
import { allPages } from "../lists/all-pages.ts";
import { type ListSearch, sortWord } from "../lists/list-search.ts";
import { useFollowRows } from "../lists/use-follow-rows.ts";

export type ClientRow = output<typeof userRow>;

/** The query of the call. */
const queryOf = ({ search, state, role, assigned, group, sort }: ListSearch) => ({
  ...(search.trim() && { search: search.trim() }),
  ...(state && { state }),
  ...(role && { role }),
  ...(assigned !== undefined && { assigned }),
  ...(group && { group }),
  sort: sortWord(sort),
});

export function useClients(asked: ListSearch) {
  const api = useApi();
  const queryKey = ["admin", "users", asked];
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.users.list({ query: { ...queryOf(asked), ...(cursor && { cursor }), limit: 50 }, signal }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  useFollowRows(
    queryKey,
    "user",
    query.data?.pages.flatMap(({ users }) => users),
  );
  return query;
}

/** Every row that matches, for the export. */
export function useAllClients(asked: ListSearch): () => Promise<ClientRow[]> {
  const api = useApi();
  return () =>
    allPages(async (cursor) => {
      const { users, nextCursor } = await api.users.list({
        query: { ...queryOf(asked), ...(cursor && { cursor }), limit: 200 },
      });
      return { rows: users, nextCursor };
    });
}

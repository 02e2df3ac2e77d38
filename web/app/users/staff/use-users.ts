/** The list of clients, page by page. */
import type { userRow } from "@portico/api/users.ts";
import { keepPreviousData } from "@tanstack/react-query";
import type { output } from "zod";
import { useApi } from "../../shell/calls/api.tsx";
import { allRows, usePages } from "../../shell/calls/use-pages.ts";
import { exportLimit } from "../../shell/staff/lists/export-limit.ts";
import { type ListSearch, usersQuery } from "../../shell/staff/lists/list-search.ts";

export type UserRow = output<typeof userRow>;

export function useUsers(asked: ListSearch) {
  const api = useApi();
  return usePages(
    api.users.list,
    { query: { ...usersQuery(asked), limit: 50 } },
    { placeholderData: keepPreviousData },
  );
}

/** All matching rows, for the export. */
export function useAllUsers(asked: ListSearch): () => Promise<UserRow[]> {
  const api = useApi();
  return () => allRows(api.users.list, { query: { ...usersQuery(asked), limit: 200 } }, { most: exportLimit });
}

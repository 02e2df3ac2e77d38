/** The list of companies, page after page; what it is asked for stands in the address as for users. */
import type { companyRow } from "@portico/api/companies.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { output } from "zod";
import { useApi } from "../../shell/api.tsx";
import { allPages } from "../lists/all-pages.ts";
import type { ListSearch } from "../lists/list-search.ts";
import { useFollowRows } from "../lists/use-follow-rows.ts";

export type CompanyRow = output<typeof companyRow>;
type Asked = Pick<ListSearch, "search" | "state" | "assigned" | "sort">;

const queryOf = ({ search, state, assigned, sort }: Asked) => ({
  ...(search.trim() && { search: search.trim() }),
  ...(state && { state }),
  ...(assigned !== undefined && { assigned }),
  // A company has no e-mail to sort by.
  sort: `${sort.descending ? ("-" as const) : ("" as const)}${sort.column === "name" ? ("name" as const) : ("created_at" as const)}` as const,
});

export function useCompanyPages(asked: Asked) {
  const api = useApi();
  const queryKey = ["admin", "companies", asked];
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.companies.list({ query: { ...queryOf(asked), ...(cursor && { cursor }), limit: 50 }, signal }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  useFollowRows(
    queryKey,
    "company",
    query.data?.pages.flatMap(({ companies }) => companies),
  );
  return query;
}

/** Every row that matches, for the export. */
export function useAllCompanies(asked: Asked): () => Promise<CompanyRow[]> {
  const api = useApi();
  return () =>
    allPages(async (cursor) => {
      const { companies, nextCursor } = await api.companies.list({
        query: { ...queryOf(asked), ...(cursor && { cursor }), limit: 200 },
      });
      return { rows: companies, nextCursor };
    });
}

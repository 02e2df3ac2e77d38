/** The list of companies, page by page; its query is in the address, as for users. */
import type { companyRow } from "@portico/api/companies.ts";
import { keepPreviousData } from "@tanstack/react-query";
import type { output } from "zod";
import { useApi } from "../../shell/api.tsx";
import { allRows, usePages } from "../../shell/calls/use-pages.ts";
import { exportLimit } from "../../shell/staff/lists/export-limit.ts";
import type { ListSearch } from "../../shell/staff/lists/list-search.ts";

export type CompanyRow = output<typeof companyRow>;
type CompanyListQuery = Pick<ListSearch, "search" | "state" | "assigned" | "sort">;

const queryOf = ({ search, state, assigned, sort }: CompanyListQuery) => ({
  ...(search.trim() && { search: search.trim() }),
  ...(state && { state }),
  ...(assigned !== undefined && { assigned }),
  // Companies cannot be sorted by e-mail.
  sort: `${sort.descending ? ("-" as const) : ("" as const)}${sort.column === "name" ? ("name" as const) : ("created_at" as const)}` as const,
});

export function useCompanyPages(asked: CompanyListQuery) {
  const api = useApi();
  return usePages(
    api.companies.list,
    { query: { ...queryOf(asked), limit: 50 } },
    { placeholderData: keepPreviousData },
  );
}

/** All matching rows, for the export. */
export function useAllCompanies(asked: CompanyListQuery): () => Promise<CompanyRow[]> {
  const api = useApi();
  return () => allRows(api.companies.list, { query: { ...queryOf(asked), limit: 200 } }, { most: exportLimit });
}

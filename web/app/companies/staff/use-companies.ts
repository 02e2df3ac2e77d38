/** The list of companies, page by page; its query is in the address, as for users. */
import type { companyRow } from "@portico/api/companies.ts";
import { keepPreviousData } from "@tanstack/react-query";
import type { output } from "zod";
import { useApi } from "../../shell/calls/api.tsx";
import { allRows, usePages } from "../../shell/calls/use-pages.ts";
import { exportLimit } from "../../shell/staff/lists/export-limit.ts";
import { type CompanySearch, companiesQuery } from "../../shell/staff/lists/list-search.ts";

export type CompanyRow = output<typeof companyRow>;

export function useCompanyPages(asked: CompanySearch) {
  const api = useApi();
  return usePages(
    api.companies.list,
    { query: { ...companiesQuery(asked), limit: 50 } },
    { placeholderData: keepPreviousData },
  );
}

/** All matching rows, for the export. */
export function useAllCompanies(asked: CompanySearch): () => Promise<CompanyRow[]> {
  const api = useApi();
  return () => allRows(api.companies.list, { query: { ...companiesQuery(asked), limit: 200 } }, { most: exportLimit });
}

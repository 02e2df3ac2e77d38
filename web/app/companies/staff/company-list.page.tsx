/** The staff list of companies: search by name or client number, filter by state or assigned colleague. */

import { type companyRow } from "@portico/api/companies.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import { type output } from "zod";
import { ColleagueFilter } from "../../colleagues/staff/colleague-filter.tsx";
import { holderColumns } from "../../holders/staff/holder-columns.tsx";
import { OtherListMatches } from "../../holders/staff/other-list-matches.tsx";
import { StateFilter } from "../../holders/staff/state-filter.tsx";
import { SavedViews } from "../../saved-views/staff/saved-views.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { allRows, usePages } from "../../shell/calls/use-pages.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { SearchField } from "../../shell/search-field.tsx";
import { exportLimit } from "../../shell/staff/lists/export-limit.ts";
import { ListChoice } from "../../shell/staff/lists/list-choice.tsx";
import { useWithThisList } from "../../shell/staff/lists/list-of-reader.ts";
import { type CompanySearch, companiesQuery, countCapOf } from "../../shell/staff/lists/list-search.ts";
import { ListTools } from "../../shell/staff/lists/list-tools.tsx";
import styles from "../../shell/staff/lists/lists.module.css";
import { useListColumns } from "../../shell/staff/lists/use-list-columns.ts";
import { useListSearch } from "../../shell/staff/lists/use-list-search.ts";
import { Queue } from "../../shell/staff/queue/queue.tsx";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";

/** The list of companies, page by page; its query is in the address, as for users. */
type CompanyRow = output<typeof companyRow>;

function useCompanyPages(asked: CompanySearch) {
  const api = useApi();
  return usePages(
    api.companies.list,
    { query: { ...companiesQuery(asked), limit: 50 } },
    { placeholderData: keepPreviousData },
  );
}

/** All matching rows, for the export. */
function useAllCompanies(asked: CompanySearch): () => Promise<CompanyRow[]> {
  const api = useApi();
  return () => allRows(api.companies.list, { query: { ...companiesQuery(asked), limit: 200 } }, { most: exportLimit });
}

const companyPath = (id: number): string => `/admin/company/${id}/profile`;

function useColumns(): Column<CompanyRow>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("admin.companies.name"),
        value: (row) => row.name || t("shell.account.newCompany"),
        phone: "title",
      },
      ...holderColumns<CompanyRow>(t, { holderType: "company" }),
    ],
    [t],
  );
}

const AskMany = loadedPart(() => import("../../documents/staff/ask-many.tsx"));
const rowId = ({ id }: CompanyRow): string => String(id);
const mayAssign = ({ can }: CompanyRow): boolean => can.assign;

export default function CompanyListPage() {
  const t = useText();
  const withList = useWithThisList();
  const [asked, change] = useListSearch();
  const search = useCallback((text: string) => change({ search: text }), [change]);
  const searchField = useRef<HTMLInputElement>(null);
  const query = useCompanyPages(asked);
  const exportRows = useAllCompanies(asked);
  const rows = query.data?.rows;
  const count = query.data?.pages[0]?.count;
  // The server does not count further.
  const cap = countCapOf(asked);
  const columns = useColumns();
  const { shown, hideable } = useListColumns(columns);

  return (
    <>
      <PageTitle>{t("admin.companies.title")}</PageTitle>
      <PageHead title={t("admin.companies.title")} />
      <ListChoice current="companies" />
      <search className={styles.filters} data-no-print>
        <SearchField label={t("admin.companies.search")} asked={asked.search} onChange={search} field={searchField} />
        <StateFilter of="company" state={asked.state} onChange={(state) => change({ state })} />
        <ColleagueFilter assigned={asked.assigned} onChange={(assigned) => change({ assigned })} />
      </search>
      <Queue
        query={query}
        first={searchField}
        label={t("admin.companies.title")}
        columns={shown}
        rows={rows}
        rowId={rowId}
        nameOf={({ name }) => name || t("shell.account.newCompany")}
        mayChoose={mayAssign}
        filter={companiesQuery(asked)}
        matching={count === undefined ? undefined : { count, isCapped: count >= cap }}
        give={(of, to) => ({ action: "assignCompanies", of, to })}
        actions={[
          {
            id: "ask",
            label: t("admin.rounds.askSelected"),
            key: "d",
            renderDialog: ({ target, onClose, onDone }) => (
              <AskMany chosen={{ action: "askCompanies", of: target }} onClose={onClose} onDone={onDone} />
            ),
          },
        ]}
        pathOf={(row) => withList(companyPath(row.id))}
        serverSort={{ sort: asked.sort, onSort: (sort) => change({ sort }) }}
        exportName="companies"
        exportRows={exportRows}
        above={
          <>
            <output>
              {count !== undefined &&
                (count >= cap
                  ? t("admin.companies.countCapped", { count: cap })
                  : t("admin.companies.count", { count }))}
            </output>
            <OtherListMatches search={asked.search} shown="companies" />
            <ListTools columns={hideable}>
              <SavedViews list="companies" />
            </ListTools>
          </>
        }
        empty={<Empty icon="company" title={t("admin.companies.none")} />}
      />
    </>
  );
}

/** Companies as staff find them: by name, client number, state, or the colleague who has them. */
import { NativeSelect, TextInput } from "@mantine/core";
import { countCap, searchCountCap } from "@portico/api/counts.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { errorText } from "../../shell/api.tsx";
import { inLanguage } from "../../shell/locale-link.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordDate } from "../../ui/dates.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { BulkAssign } from "../lists/bulk-assign.tsx";
import { chooseColumn } from "../lists/choose-column.tsx";
import { ColleagueFilter } from "../lists/colleague-filter.tsx";
import { ListChoice } from "../lists/list-choice.tsx";
import { hiddenColumns, ListTools } from "../lists/list-tools.tsx";
import { useHasLevel } from "../staff-access.ts";
import { type ClientSearch, readSearch, states, writeSearch } from "../users/client-search.ts";
import styles from "../users/clients.module.css";
import { useListKeys } from "../users/use-list-keys.ts";
import { type CompanyRow, useAllCompanies, useCompanyPages } from "./use-companies.ts";

export const companyPath = (id: number): string => `/admin/company/${id}/profile`;

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
      {
        id: "client_number",
        header: t("admin.clients.clientNumber"),
        value: (row) => row.client_number,
        sortable: false,
        phone: "key",
      },
      {
        id: "state",
        header: t("admin.clients.state"),
        value: (row) => t(`companies.state.${row.state}`),
        cell: (row) => <StatusBadge status={row.state}>{t(`companies.state.${row.state}`)}</StatusBadge>,
        sortable: false,
        phone: "key",
      },
      {
        id: "assigned_to",
        header: t("admin.lists.colleague"),
        value: (row) => row.assigned_to?.name,
        sortable: false,
      },
      {
        id: "created_at",
        header: t("admin.clients.created"),
        value: (row) => row.created_at,
        cell: (row) => <RecordDate at={row.created_at} />,
      },
    ],
    [t],
  );
}

export default function CompanyListPage() {
  const t = useText();
  const language = useLanguage();
  const [params, setParams] = useSearchParams();
  const asked = useMemo(() => readSearch(params), [params]);
  const change = (part: Partial<ClientSearch>) =>
    setParams((before) => writeSearch({ ...readSearch(before), ...part }, before), {
      replace: true,
      preventScrollReset: true,
    });
  const list = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  useListKeys(list, searchField);
  const query = useCompanyPages(asked);
  const exportRows = useAllCompanies(asked);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.companies), [query.data]);
  const count = query.data?.pages[0]?.count;
  // Above this the server counts no further.
  const cap = asked.search.trim() ? searchCountCap : countCap;
  const columns = useColumns();
  const hidden = hiddenColumns(params);
  const mayAssign = useHasLevel("office");
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const choose = (id: number, isChosen: boolean) =>
    setChosenIds((before) => new Set(isChosen ? [...before, id] : [...before].filter((each) => each !== id)));
  const chosen = (rows ?? []).filter(({ id }) => chosenIds.has(id));
  const shownColumns = [
    ...(mayAssign
      ? [
          chooseColumn<CompanyRow>(t("admin.lists.choose"), ({ name }) => t("admin.lists.chooseRow", { name }), {
            chosen: chosenIds,
            choose,
          }),
        ]
      : []),
    ...columns.filter(({ id }) => id === "name" || !hidden.has(id)),
  ];

  return (
    <>
      <PageTitle>{t("admin.companies.title")}</PageTitle>
      <PageHead title={t("admin.companies.title")} />
      <ListChoice current="companies" />
      <search className={styles.filters}>
        <SearchField asked={asked.search} onChange={(search) => change({ search })} field={searchField} />
        <NativeSelect
          size="sm"
          aria-label={t("admin.clients.state")}
          value={asked.state ?? ""}
          data={[
            { value: "", label: t("admin.clients.anyState") },
            ...states.map((value) => ({ value, label: t(`companies.state.${value}`) })),
          ]}
          onChange={(event) => change({ state: (event.currentTarget.value || undefined) as HolderState | undefined })}
        />
        <ColleagueFilter assigned={asked.assigned} onChange={(assigned) => change({ assigned })} />
      </search>
      <div className={styles.under}>
        <output>
          {count !== undefined &&
            (count >= cap ? t("admin.companies.countCapped", { count: cap }) : t("admin.companies.count", { count }))}
        </output>
        <ListTools list="companies" columns={columns.filter(({ id }) => id !== "name")} />
      </div>
      <div ref={list} className={styles.list} aria-busy={query.isPlaceholderData}>
        <DataTable
          dense
          label={t("admin.companies.title")}
          columns={shownColumns}
          rows={rows}
          rowId={(row) => String(row.id)}
          linkTo={(row) => inLanguage(language, companyPath(row.id))}
          serverSort={{ sort: asked.sort, onSort: (sort) => change({ sort }) }}
          step={Number.MAX_SAFE_INTEGER}
          exportName="companies"
          exportRows={exportRows}
          more={
            query.hasNextPage
              ? { load: () => void query.fetchNextPage(), loading: query.isFetchingNextPage }
              : undefined
          }
          error={
            query.error
              ? { retry: () => void query.refetch(), retrying: query.isFetching, message: errorText(t, query.error) }
              : undefined
          }
          empty={<Empty icon="company" title={t("admin.companies.none")} />}
        />
      </div>
      <BulkAssign
        holders={chosen.map(({ id, name }) => ({ holderType: "company", holderId: id, name }))}
        onClear={() => setChosenIds(new Set())}
      />
    </>
  );
}

/** Asks the server once the typing pauses. */
function SearchField({
  asked,
  onChange,
  field,
}: {
  asked: string;
  onChange: (search: string) => void;
  field: React.RefObject<HTMLInputElement | null>;
}) {
  const t = useText();
  const [typed, setTyped] = useState(asked);
  useEffect(() => {
    if (typed === asked) return undefined;
    const timer = setTimeout(() => onChange(typed), 250);
    return () => clearTimeout(timer);
  }, [typed, asked, onChange]);
  return (
    <TextInput
      ref={field}
      size="sm"
      type="search"
      aria-label={t("admin.companies.search")}
      aria-keyshortcuts="/"
      placeholder={t("admin.companies.search")}
      leftSection={<Icon name="search" size={16} />}
      maxLength={120}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

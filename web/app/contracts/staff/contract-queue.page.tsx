/** Contracts of all clients, those longest in their state first. */
import { NativeSelect } from "@mantine/core";
import { contractStates } from "@portico/api/contract-states.ts";
import type { ContractRow } from "@portico/api/contracts.ts";
import { countCap } from "@portico/api/counts.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { ColleagueFilter } from "../../colleagues/staff/colleague-filter.tsx";
import { SavedViews } from "../../saved-views/staff/saved-views.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { allRows, usePages } from "../../shell/calls/use-pages.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useWithThisList } from "../../shell/staff/lists/list-of-reader.ts";
import { readAssigned } from "../../shell/staff/lists/list-search.ts";
import styles from "../../shell/staff/lists/lists.module.css";
import { useChangeParam } from "../../shell/staff/lists/use-change-param.ts";
import { useClaims } from "../../shell/staff/queue/claims.ts";
import { Queue } from "../../shell/staff/queue/queue.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { RecordDate, RecordDay } from "../../ui/dates.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { ContractBadge, contractStateText } from "../contract-badge.tsx";
import { ContractPlaces } from "./contract-places.tsx";
import { staffContractPath } from "./paths.ts";

/** Rows of the CSV file at most; filters narrow a longer list. */
const exportLimit = 10_000;

/** Offered days in a state. */
const ages = [3, 7, 14, 30] as const;

/** The filter as in the address; what awaits the firm unless it says otherwise. */
function readFilter(params: URLSearchParams) {
  const asked = params.get("state");
  const age = Number(params.get("age"));
  return {
    state: asked === "all" ? undefined : (contractStates.find((state) => state === asked) ?? "awaitingAdmin"),
    type: params.get("type") ?? undefined,
    assigned: readAssigned(params),
    age: ages.find((days) => days === age),
  };
}

const idOf = ({ id }: ContractRow): number => id;
const rowId = ({ id }: ContractRow): string => String(id);
const isWaiting = ({ state }: ContractRow): boolean => state === "awaitingAdmin";
const nameOf = ({ contract_name, holder_name }: ContractRow): string => `${holder_name}: ${contract_name}`;

export default function ContractQueuePage() {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const [params] = useSearchParams();
  const filter = readFilter(params);
  const query = usePages(
    api.contracts.listAll,
    { query: { ...filter, limit: 50 } },
    { placeholderData: keepPreviousData },
  );
  const { data: templates = [] } = useCall(api.contracts.listTemplates);
  const columns = useColumns();
  const withList = useWithThisList();
  const first = useRef<HTMLSelectElement>(null);
  const change = useChangeParam();
  const count = query.data?.pages[0]?.count;
  const mayGive = useHasLevel("office");
  const claim = useClaims("contract", idOf, isWaiting);
  return (
    <>
      <PageTitle>{t("admin.contracts.title")}</PageTitle>
      <PageHead title={t("admin.contracts.title")}>{t("admin.contracts.lead")}</PageHead>
      <ContractPlaces current="contracts" />
      <search className={styles.filters} data-no-print>
        <NativeSelect
          size="sm"
          ref={first}
          aria-label={t("contracts.list.state")}
          aria-keyshortcuts="/"
          value={filter.state ?? "all"}
          data={[
            ...contractStates.map((state) => ({ value: state, label: t(`admin.contracts.filter.${state}`) })),
            { value: "all", label: t("admin.contracts.filter.all") },
          ]}
          onChange={({ currentTarget: { value } }) => change("state", value === "awaitingAdmin" ? undefined : value)}
        />
        <NativeSelect
          size="sm"
          aria-label={t("admin.contracts.template")}
          value={filter.type ?? ""}
          data={[
            { value: "", label: t("admin.contracts.anyTemplate") },
            ...templates.map(({ type, newest }) => ({ value: type, label: newest.content.name[language] })),
            { value: "custom", label: t("admin.contracts.custom") },
          ]}
          onChange={({ currentTarget: { value } }) => change("type", value)}
        />
        <ColleagueFilter
          assigned={filter.assigned}
          onChange={(id) => change("assigned", id === undefined ? undefined : String(id))}
        />
        <NativeSelect
          size="sm"
          aria-label={t("admin.contracts.age")}
          value={filter.age ?? ""}
          data={[
            { value: "", label: t("admin.contracts.anyAge") },
            ...ages.map((days) => ({ value: String(days), label: t("admin.contracts.ageDays", { count: days }) })),
          ]}
          onChange={({ currentTarget: { value } }) => change("age", value)}
        />
      </search>
      <Queue
        query={query}
        first={first}
        label={t("admin.contracts.title")}
        columns={columns}
        rows={query.data?.rows}
        rowId={rowId}
        nameOf={nameOf}
        mayChoose={(row) => mayGive && isWaiting(row)}
        filter={filter}
        matching={count === undefined || count === null ? undefined : { count, isCapped: count >= countCap }}
        give={(of, to) => ({ action: "giveContracts", of, to })}
        above={<SavedViews list="contracts" />}
        claim={claim}
        pathOf={(row) => withList(staffContractPath(row))}
        fetchFirst={async () => (await api.contracts.listAll({ query: { ...filter, limit: 50 } })).contracts}
        exportName="contracts"
        exportRows={() => allRows(api.contracts.listAll, { query: { ...filter, limit: 200 } }, { most: exportLimit })}
        empty={
          <Empty icon="sign" title={t("admin.contracts.none")}>
            {t("admin.firstSteps.contracts")}
          </Empty>
        }
      />
    </>
  );
}

function useColumns(): readonly Column<ContractRow>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        id: "holder",
        header: t("admin.reviews.holder"),
        value: (row) => row.holder_name || t("shell.account.newCompany"),
        phone: "title",
      },
      { id: "name", header: t("contracts.list.name"), value: (row) => row.contract_name, phone: "line" },
      {
        id: "state",
        header: t("contracts.list.state"),
        value: (row) => contractStateText(t, row, true),
        cell: (row) => <ContractBadge contract={row} forStaff />,
        phone: "key",
      },
      {
        id: "since",
        header: t("contracts.list.since"),
        value: (row) => row.state_changed_at,
        cell: (row) => <RecordDate at={row.state_changed_at} />,
        phone: "key",
      },
      {
        id: "expires",
        header: t("contracts.list.expires"),
        value: ({ state, expires_on }) => (state === "awaitingClient" ? expires_on : null),
        cell: ({ state, expires_on }) => state === "awaitingClient" && <RecordDay day={expires_on} />,
      },
      {
        id: "revision",
        header: t("contracts.facts.revision"),
        value: ({ revision }) => revision,
        numeric: true,
      },
    ],
    [t],
  );
}

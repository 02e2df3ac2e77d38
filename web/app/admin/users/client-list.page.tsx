/** The staff's first page: everyone with an account, found by name, e-mail or client number. */
import { Button } from "@mantine/core";
import { countCap, searchCountCap } from "@portico/api/counts.ts";
import { useCallback, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { errorText } from "../../shell/api.tsx";
import { inLanguage } from "../../shell/locale-link.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordDate } from "../../ui/dates.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { UserRole, UserState } from "../../users/user-badges.tsx";
import { useLastLook } from "../last-look.ts";
import { BulkAssign } from "../lists/bulk-assign.tsx";
import { chooseColumn } from "../lists/choose-column.tsx";
import { ListChoice } from "../lists/list-choice.tsx";
import { hiddenColumns, ListTools } from "../lists/list-tools.tsx";
import { NewMark, SinceLast } from "../since-last.tsx";
import { useHasLevel } from "../staff-access.ts";
import { ClientFilters } from "./client-filters.tsx";
import { ClientPreview, clientPath } from "./client-preview.tsx";
import { type ClientSearch, readSearch, writeSearch } from "./client-search.ts";
import styles from "./clients.module.css";
import { type ClientRow, useAllClients, useClients } from "./use-clients.ts";
import { useListKeys } from "./use-list-keys.ts";

function useColumns(lastLook: string | undefined): Column<ClientRow>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("admin.clients.name"),
        value: (row) => row.name,
        cell: (row) => (
          <>
            <NewMark time={row.created_at} last={lastLook} />
            {row.name}
          </>
        ),
        phone: "title",
      },
      { id: "email", header: t("admin.clients.email"), value: (row) => row.email, phone: "line" },
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
        value: (row) => t(`users.state.${row.state}`),
        cell: (row) => <UserState state={row.state} />,
        sortable: false,
        phone: "key",
      },
      {
        id: "role",
        header: t("admin.clients.role"),
        value: (row) => t(`users.role.${row.role}`),
        cell: (row) => <UserRole role={row.role} />,
        sortable: false,
      },
      {
        id: "assigned_to",
        header: t("admin.lists.colleague"),
        value: (row) => row.assigned_to?.name,
        sortable: false,
        wideOnly: true,
      },
      {
        id: "created_at",
        header: t("admin.clients.created"),
        value: (row) => row.created_at,
        cell: (row) => <RecordDate at={row.created_at} />,
      },
    ],
    [t, lastLook],
  );
}

/** The search as the address says it, and how to change it there; typing leaves no trail of history. */
function useAsked(): [ClientSearch, (change: Partial<ClientSearch>) => void] {
  const [params, setParams] = useSearchParams();
  const asked = useMemo(() => readSearch(params), [params]);
  const change = useCallback(
    (part: Partial<ClientSearch>) =>
      setParams((before) => writeSearch({ ...readSearch(before), ...part }, before), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams],
  );
  return [asked, change];
}

export default function ClientListPage() {
  const t = useText();
  const language = useLanguage();
  const [asked, change] = useAsked();
  const list = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const [pointed, setPointed] = useState<number>();
  const query = useClients(asked);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.users), [query.data]);
  const count = query.data?.pages[0]?.count;
  // Above this the server counts no further.
  const cap = asked.search.trim() ? searchCountCap : countCap;
  const lastLook = useLastLook("clients");
  const columns = useColumns(lastLook);
  const [params] = useSearchParams();
  const hidden = hiddenColumns(params);
  const exportRows = useAllClients(asked);
  const mayAssign = useHasLevel("office");
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const choose = (id: number, isChosen: boolean) =>
    setChosenIds((before) => new Set(isChosen ? [...before, id] : [...before].filter((each) => each !== id)));
  const chosen = (rows ?? []).filter(({ id }) => chosenIds.has(id));
  const shownColumns = [
    ...(mayAssign
      ? [
          chooseColumn<ClientRow>(t("admin.lists.choose"), ({ name }) => t("admin.lists.chooseRow", { name }), {
            chosen: chosenIds,
            choose,
          }),
        ]
      : []),
    ...columns.filter(({ id }) => id === "name" || !hidden.has(id)),
  ];
  useListKeys(list, searchField);

  const point = (target: EventTarget) => {
    const row = (target as Element).closest<HTMLTableRowElement>("tbody tr");
    const id = row && rows?.[row.sectionRowIndex]?.id;
    if (id) setPointed(id);
  };

  return (
    <>
      <PageTitle>{t("admin.clients.title")}</PageTitle>
      <PageHead title={t("admin.clients.title")} />
      <ListChoice current="users" />
      <ClientFilters asked={asked} onChange={change} searchField={searchField} />
      <div className={styles.under}>
        <output>
          {count !== undefined &&
            (count >= cap ? t("admin.clients.countCapped", { count: cap }) : t("admin.clients.count", { count }))}
        </output>
        <SinceLast times={rows?.map(({ created_at }) => created_at)} last={lastLook} />
        <span className={styles.keys}>{t("admin.clients.keys")}</span>
        <ListTools list="users" columns={columns.filter(({ id }) => id !== "name")} />
      </div>
      <div className={styles.split}>
        <div
          ref={list}
          className={styles.list}
          data-stale={query.isPlaceholderData || undefined}
          aria-busy={query.isPlaceholderData}
          onPointerOver={(event) => point(event.target)}
          onFocus={(event) => point(event.target)}
        >
          <DataTable
            dense
            label={t("admin.clients.title")}
            columns={shownColumns}
            rows={rows}
            exportName="users"
            exportRows={exportRows}
            rowId={(row) => String(row.id)}
            linkTo={(row) => inLanguage(language, clientPath(row.id))}
            openRow={pointed === undefined ? undefined : String(pointed)}
            serverSort={{ sort: asked.sort, onSort: (sort) => change({ sort }) }}
            step={Number.MAX_SAFE_INTEGER}
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
            empty={
              <Empty
                icon="search"
                title={t("admin.clients.none")}
                action={
                  <Button
                    variant="default"
                    size="sm"
                    onClick={() =>
                      change({ search: "", state: undefined, role: undefined, assigned: undefined, group: undefined })
                    }
                  >
                    {t("admin.clients.clear")}
                  </Button>
                }
              >
                {t("admin.clients.noneExplain")}
              </Empty>
            }
          />
        </div>
        <ClientPreview row={rows?.find((row) => row.id === pointed)} />
      </div>
      <BulkAssign
        holders={chosen.map(({ id, name }) => ({ holderType: "user", holderId: id, name }))}
        onClear={() => setChosenIds(new Set())}
      />
    </>
  );
}

/** The staff's first page: everyone with an account, searched by name, e-mail or client number. */

import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { ColleagueFilter } from "../../colleagues/staff/colleague-filter.tsx";
import { holderColumns } from "../../holders/staff/holder-columns.tsx";
import { OtherListMatches } from "../../holders/staff/other-list-matches.tsx";
import { SavedViews } from "../../saved-views/staff/saved-views.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { factText, nameOfField } from "../../shell/staff/data-field-values.ts";
import { useLastVisit } from "../../shell/staff/last-visit.ts";
import { ListChoice } from "../../shell/staff/lists/list-choice.tsx";
import { useWithThisList } from "../../shell/staff/lists/list-of-reader.ts";
import { countCapOf, usersQuery } from "../../shell/staff/lists/list-search.ts";
import { ListTools } from "../../shell/staff/lists/list-tools.tsx";
import { useListColumns } from "../../shell/staff/lists/use-list-columns.ts";
import { useListSearch } from "../../shell/staff/lists/use-list-search.ts";
import { NewMark, NewSinceLastVisit } from "../../shell/staff/new-since-last-visit.tsx";
import { Queue } from "../../shell/staff/queue/queue.tsx";
import { Button } from "../../ui/button.tsx";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { hasKycState } from "../user-badges.tsx";
import { FactFilter } from "./fact-filter.tsx";
import { type UserRow, useAllUsers, useUsers } from "./use-users.ts";
import { UserFilters } from "./user-filters.tsx";
import styles from "./user-list.module.css";
import { UserPreview, userPath } from "./user-preview.tsx";

/** A column of each data field: shown and exported like any other. */
function useFactColumns(): Column<UserRow>[] {
  const t = useText();
  const language = useLanguage();
  const { data: fields } = useCall(useApi().dataFields.list);
  return useMemo(
    () =>
      (fields ?? []).map((field) => ({
        id: `fact-${field.id}`,
        header: nameOfField(field, language),
        value: ({ client_data }) => {
          const value = client_data[field.label];
          return typeof value === "number" ? value : factText(t, language, field, value) || null;
        },
        numeric: field.type === "number",
        sortable: false,
        wideOnly: true,
      })),
    [t, language, fields],
  );
}

function useColumns(lastVisit: string | undefined): Column<UserRow>[] {
  const t = useText();
  const facts = useFactColumns();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("admin.clients.name"),
        value: (row) => row.name,
        cell: (row) => (
          <>
            <NewMark time={row.created_at} last={lastVisit} />
            {row.name}
          </>
        ),
        phone: "title",
      },
      { id: "email", header: t("admin.clients.email"), value: (row) => row.email, phone: "line" },
      ...holderColumns<UserRow>(t, {
        holderType: "user",
        hasState: hasKycState,
        canBeWrittenTo: ({ role }) => role === "client",
      }),
      ...facts,
    ],
    [t, lastVisit, facts],
  );
}

const GroupDialog = lazy(() => import("../../distribution-groups/staff/group-dialog.tsx"));
const AskMany = loadedPart(() => import("../../documents/staff/ask-many.tsx"));
const rowId = ({ id }: UserRow): string => String(id);
const mayAssign = ({ can }: UserRow): boolean => can.assign;

export default function UserListPage() {
  const t = useText();
  const withList = useWithThisList();
  const [asked, change] = useListSearch();
  const searchField = useRef<HTMLInputElement>(null);
  const [pointed, setPointed] = useState<number>();
  const query = useUsers(asked);
  const rows = query.data?.rows;
  const count = query.data?.pages[0]?.count;
  // The server does not count further.
  const cap = countCapOf(asked);
  const lastVisit = useLastVisit("clients");
  const columns = useColumns(lastVisit);
  const { shown, hideable } = useListColumns(columns);
  const exportRows = useAllUsers(asked);

  return (
    <>
      <PageTitle>{t("admin.clients.title")}</PageTitle>
      <PageHead title={t("admin.clients.title")} />
      <ListChoice current="users" />
      <UserFilters asked={asked} onChange={change} searchField={searchField}>
        <ColleagueFilter assigned={asked.assigned} onChange={(assigned) => change({ assigned })} />
        <FactFilter asked={asked} onChange={change} />
      </UserFilters>
      <Queue
        query={query}
        first={searchField}
        onPoint={({ id }) => setPointed(id)}
        label={t("admin.clients.title")}
        columns={shown}
        rows={rows}
        exportName="users"
        exportRows={exportRows}
        rowId={rowId}
        nameOf={({ name }) => name}
        mayChoose={mayAssign}
        filter={usersQuery(asked)}
        matching={count === undefined ? undefined : { count, isCapped: count >= cap }}
        give={(of, to) => ({ action: "assignUsers", of, to })}
        actions={[
          {
            id: "group",
            key: "g",
            label: t("admin.groups.addMany"),
            renderDialog: ({ target, rows: _rows, ...dialog }) => (
              <Suspense>
                <GroupDialog {...dialog} changeOf={(group) => ({ action: "groupUsers", of: target, group })} />
              </Suspense>
            ),
          },
          {
            id: "ask",
            label: t("admin.rounds.askSelected"),
            key: "d",
            renderDialog: ({ target, onClose, onDone }) => (
              <AskMany chosen={{ action: "askUsers", of: target }} onClose={onClose} onDone={onDone} />
            ),
          },
        ]}
        pathOf={(row) => withList(userPath(row.id))}
        openRow={pointed === undefined ? undefined : String(pointed)}
        serverSort={{ sort: asked.sort, onSort: (sort) => change({ sort }) }}
        above={
          <>
            <output>
              {count !== undefined &&
                (count >= cap ? t("admin.clients.countCapped", { count: cap }) : t("admin.clients.count", { count }))}
            </output>
            <OtherListMatches search={asked.search} shown="users" />
            <NewSinceLastVisit times={rows?.map(({ created_at }) => created_at)} last={lastVisit} />
            <ListTools columns={hideable}>
              <SavedViews list="users" />
            </ListTools>
          </>
        }
        renderFrame={(list) => (
          <div className={styles.split}>
            {list}
            <UserPreview row={rows?.find((row) => row.id === pointed)} />
          </div>
        )}
        empty={
          <Empty
            icon="search"
            title={t("admin.clients.none")}
            action={
              <Button
                variant="default"
                size="sm"
                onClick={() =>
                  change({
                    search: "",
                    state: undefined,
                    role: undefined,
                    assigned: undefined,
                    group: undefined,
                    field: undefined,
                    value: undefined,
                  })
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
    </>
  );
}

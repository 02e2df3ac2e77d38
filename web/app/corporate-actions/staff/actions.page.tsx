/** Corporate actions, by state and deadline. */
import { NativeSelect } from "@mantine/core";
import type { ListedAction } from "@portico/api/corporate-actions.ts";
import { actionStates } from "@portico/api/rules/corporate-actions.ts";
import { useMemo, useState } from "react";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { StaffTable } from "../../shell/staff/lists/staff-table.tsx";
import { Button } from "../../ui/button.tsx";
import { RecordDay, RecordMinute } from "../../ui/dates.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { ActionBadge } from "./action-badge.tsx";
import styles from "./actions.module.css";
import { type ActionFilter, useActions } from "./use-actions.ts";

export default function ActionsPage() {
  const t = useText();
  const navigate = useLocaleNavigate();
  const [filter, setFilter] = useState<ActionFilter>("");
  const query = useActions(filter);
  const columns = useColumns();
  const canCreate = query.data?.pages[0]?.can.create === true;
  return (
    <>
      <PageTitle>{t("admin.actions.title")}</PageTitle>
      <PageHead
        title={t("admin.actions.title")}
        actions={
          canCreate && (
            <Button onClick={() => navigate("/admin/corporate-actions/new")}>{t("admin.actions.new")}</Button>
          )
        }
      >
        {t("admin.actions.about")}
      </PageHead>
      <Section>
        <div className={styles.filter}>
          <NativeSelect
            label={t("admin.actions.state")}
            value={filter}
            data={[
              { value: "", label: t("admin.actions.allStates") },
              { value: "elections", label: t("admin.actions.openElections") },
              ...actionStates.map((value) => ({ value, label: t(`admin.actions.state.${value}`) })),
            ]}
            onChange={({ currentTarget: { value } }) => setFilter(value as ActionFilter)}
          />
        </div>
        <StaffTable
          query={query}
          label={t("admin.actions.title")}
          columns={columns}
          rows={query.data?.rows}
          rowId={({ id }) => String(id)}
          pathOf={({ id }) => `/admin/corporate-actions/${id}`}
          empty={<Empty icon="document" title={t("admin.actions.none")} />}
        />
      </Section>
    </>
  );
}

function useColumns(): readonly Column<ListedAction>[] {
  const t = useText();
  return useMemo(
    (): readonly Column<ListedAction>[] => [
      {
        id: "instrument",
        header: t("admin.actions.instrument"),
        value: ({ instrument }) => instrument.name,
        phone: "title",
      },
      { id: "isin", header: t("admin.actions.isin"), value: ({ instrument }) => instrument.isin },
      {
        id: "type",
        header: t("admin.actions.type"),
        value: ({ type }) => t(`corporateActions.type.${type}`),
        phone: "line",
      },
      {
        id: "state",
        header: t("admin.actions.state"),
        value: ({ state }) => t(`admin.actions.state.${state}`),
        cell: ({ state }) => <ActionBadge state={state} />,
        phone: "key",
      },
      {
        id: "exDay",
        header: t("admin.actions.exDay"),
        value: ({ exDay }) => exDay,
        cell: ({ exDay }) => <RecordDay day={exDay} />,
      },
      {
        id: "payDay",
        header: t("admin.actions.payDay"),
        value: ({ payDay }) => payDay,
        cell: ({ payDay }) => <RecordDay day={payDay} />,
      },
      {
        id: "clientDeadline",
        header: t("admin.actions.clientDeadline"),
        value: ({ clientDeadline }) => clientDeadline,
        cell: ({ clientDeadline }) => (clientDeadline === null ? "–" : <RecordMinute at={clientDeadline} />),
      },
      {
        id: "elections",
        header: t("admin.actions.elections"),
        value: ({ options, elections }) => (options.length > 0 ? elections : null),
        numeric: true,
      },
    ],
    [t],
  );
}

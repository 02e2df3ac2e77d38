/** Announcements of income from files, and a further file. */
import type { ImportedAnnouncement } from "@portico/api/announcements.ts";
import { useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { usePages } from "../../shell/calls/use-pages.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatDay } from "../../ui/format.ts";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useAnnouncedColumns } from "./announced-columns.tsx";
import { FileUpload } from "./file-upload.tsx";

export default function AnnouncementsPage() {
  const t = useText();
  const mayStore = useHasLevel("office");
  return (
    <>
      <PageTitle>{t("admin.announcements.title")}</PageTitle>
      <PageHead title={t("admin.announcements.title")}>{t("admin.announcements.about")}</PageHead>
      {mayStore && <FileUpload />}
      <Stored />
    </>
  );
}

const colours = { stands: "green", corrected: "grey", withdrawn: "red" } as const;

function Stored() {
  const t = useText();
  const query = usePages(useApi().announcements.list, { query: { limit: 100 } });
  const columns = useColumns();
  return (
    <Section title={t("admin.announcements.stored")}>
      <DataTable
        dense
        label={t("admin.announcements.stored")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        exportName="announcements"
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="money" title={t("admin.announcements.none")} />}
      />
      <ShowMore query={query} />
    </Section>
  );
}

function useColumns(): readonly Column<ImportedAnnouncement>[] {
  const t = useText();
  const language = useLanguage();
  const runChange = useRunChange();
  const announced = useAnnouncedColumns<ImportedAnnouncement>();
  return useMemo(
    () => [
      ...announced,
      {
        id: "state",
        header: t("admin.announcements.state"),
        value: ({ state }) => t(`admin.announcements.state.${state}`),
        cell: ({ state }) => (
          <StatusBadge status={state} colour={colours[state]}>
            {t(`admin.announcements.state.${state}`)}
          </StatusBadge>
        ),
        phone: "key",
      },
      {
        id: "origin",
        header: t("admin.announcements.origin"),
        value: ({ fileName, recorded_at: at, withdrawn_by: by, reason }) =>
          [
            `${fileName ?? ""} ${formatDay(language, at)}`.trim(),
            by !== null && t("admin.announcements.withdrawnBy", { name: by, reason: reason ?? "" }),
          ]
            .filter(Boolean)
            .join("; "),
        sortable: false,
        phone: "line",
      },
      {
        id: "withdraw",
        header: t("admin.announcements.withdraw"),
        value: () => null,
        sortable: false,
        control: true,
        phone: "line",
        cell: ({ id, name, can, exDay }) =>
          can.withdraw && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t("admin.announcements.withdrawOf", { name, exDay: formatDay(language, exDay) })}
              onClick={() =>
                openConfirmation({
                  title: t("admin.announcements.withdrawTitle", { name, exDay: formatDay(language, exDay) }),
                  text: t("admin.announcements.withdrawText"),
                  confirmLabel: t("admin.announcements.withdraw"),
                  reason: {
                    label: t("admin.announcements.reason"),
                    hint: t("admin.announcements.reasonHint"),
                  },
                  action: async (reason = "") => {
                    await runChange((calls) => calls.announcements.withdraw({ params: { id }, body: { reason } }));
                  },
                })
              }
            >
              {t("admin.announcements.withdraw")}
            </Button>
          ),
      },
    ],
    [t, language, runChange, announced],
  );
}

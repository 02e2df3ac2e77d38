/** Sendings to many, the newest first. */
import type { ContractBulk } from "@portico/api/contracts.ts";
import { useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { StaffTable } from "../../shell/staff/lists/staff-table.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { BulkBadge } from "./bulk-badge.tsx";
import { ContractPlaces } from "./contract-places.tsx";
import { sendingPath } from "./paths.ts";
import { useTemplateName } from "./use-templates.ts";

export default function BulksPage() {
  const t = useText();
  const api = useApi();
  const query = usePages(api.contracts.listBulks, { query: { limit: 50 } });
  const columns = useColumns();
  return (
    <>
      <PageTitle>{t("admin.bulk.title")}</PageTitle>
      <PageHead title={t("admin.bulk.title")}>{t("admin.bulk.lead")}</PageHead>
      <ContractPlaces current="sendings" />
      <StaffTable
        query={query}
        label={t("admin.bulk.title")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        pathOf={({ id }) => sendingPath(id)}
        empty={<Empty icon="sign" title={t("admin.bulk.none")} />}
      />
    </>
  );
}

function useColumns(): readonly Column<ContractBulk>[] {
  const t = useText();
  const nameOf = useTemplateName();
  return useMemo(() => {
    const columns: readonly Column<ContractBulk>[] = [
      {
        id: "template",
        header: t("admin.contracts.template"),
        value: ({ contract_type }) => nameOf(contract_type),
        phone: "title",
      },
      {
        id: "state",
        header: t("contracts.list.state"),
        value: ({ state }) => t(`admin.bulk.state.${state}`),
        cell: ({ state }) => <BulkBadge state={state} />,
        phone: "key",
      },
      {
        id: "sent",
        header: t("admin.bulk.sent"),
        value: ({ sent }) => sent,
        cell: ({ sent, total }) => t("admin.bulk.sentOf", { sent, total }),
        numeric: true,
        phone: "key",
      },
      { id: "failed", header: t("admin.bulk.failed"), value: ({ failed }) => failed, numeric: true },
      {
        id: "created",
        header: t("admin.bulk.startedAt"),
        value: ({ created_at }) => created_at,
        cell: ({ created_at }) => <RecordTime at={created_at} />,
      },
      { id: "by", header: t("admin.bulk.startedBy"), value: ({ created_by }) => created_by },
    ];
    return columns.map((column) => ({ ...column, sortable: false }));
  }, [t, nameOf]);
}

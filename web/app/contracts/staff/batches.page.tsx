/** Batches of contracts, the newest first. */
import type { ContractBatch } from "@portico/api/contracts.ts";
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
import { BatchBadge } from "./batch-badge.tsx";
import { ContractPlaces } from "./contract-places.tsx";
import { batchPath } from "./paths.ts";
import { useTemplateName } from "./use-templates.ts";

export default function BatchesPage() {
  const t = useText();
  const api = useApi();
  const query = usePages(api.contracts.listBatches, { query: { limit: 50 } });
  const columns = useColumns();
  return (
    <>
      <PageTitle>{t("admin.contractBatch.title")}</PageTitle>
      <PageHead title={t("admin.contractBatch.title")}>{t("admin.contractBatch.lead")}</PageHead>
      <ContractPlaces current="batches" />
      <StaffTable
        query={query}
        label={t("admin.contractBatch.title")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        pathOf={({ id }) => batchPath(id)}
        empty={<Empty icon="sign" title={t("admin.contractBatch.none")} />}
      />
    </>
  );
}

function useColumns(): readonly Column<ContractBatch>[] {
  const t = useText();
  const nameOf = useTemplateName();
  return useMemo(
    () => [
      {
        id: "template",
        header: t("admin.contracts.template"),
        value: ({ contract_type }) => nameOf(contract_type),
        phone: "title",
      },
      {
        id: "state",
        header: t("contracts.list.state"),
        value: ({ state }) => t(`admin.contractBatch.state.${state}`),
        cell: ({ state }) => <BatchBadge state={state} />,
        phone: "key",
      },
      {
        id: "sent",
        header: t("admin.contractBatch.sent"),
        value: ({ sent }) => sent,
        cell: ({ sent, total }) => t("admin.contractBatch.sentOf", { sent, total }),
        numeric: true,
        phone: "key",
      },
      { id: "failed", header: t("admin.contractBatch.failed"), value: ({ failed }) => failed, numeric: true },
      {
        id: "created",
        header: t("admin.contractBatch.startedAt"),
        value: ({ created_at }) => created_at,
        cell: ({ created_at }) => <RecordTime at={created_at} />,
      },
      { id: "by", header: t("admin.contractBatch.startedBy"), value: ({ created_by }) => created_by },
    ],
    [t, nameOf],
  );
}

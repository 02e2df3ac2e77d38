/** Documents for many: begins one with a ZIP, and lists those of the last day. */
import type { DocumentBatch } from "@portico/api/documents.ts";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { inLanguage } from "../../shell/navigation/locale-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useDocumentTypes } from "../use-documents.ts";
import { BatchBadge } from "./batch-badge.tsx";
import { BatchForm } from "./batch-form.tsx";

export default function DocumentBatchesPage() {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const navigate = useNavigate();
  const isOffice = useHasLevel("office");
  const { data, error, isFetching, refetch } = useCall(api.documents.listBatches);
  const columns = useColumns();
  return (
    <>
      <PageTitle>{t("admin.batch.title")}</PageTitle>
      <PageHead title={t("admin.batch.title")}>{t("admin.batch.lead")}</PageHead>
      {isOffice && <BatchForm onBegun={(id) => void navigate(inLanguage(language, `/admin/documents/${id}`))} />}
      <Section title={t("admin.batch.recent")}>
        <DataTable
          dense
          label={t("admin.batch.recent")}
          columns={columns}
          rows={data}
          rowId={({ id }) => String(id)}
          linkTo={({ id }) => inLanguage(language, `/admin/documents/${id}`)}
          error={error ? { retry: () => void refetch(), retrying: isFetching } : undefined}
          empty={<Empty icon="document" title={t("admin.batch.none")} />}
        />
      </Section>
    </>
  );
}

function useColumns(): readonly Column<DocumentBatch>[] {
  const t = useText();
  const { nameOf } = useDocumentTypes();
  return useMemo(
    () => [
      { id: "title", header: t("documents.list.title"), value: ({ title }) => title, phone: "title" },
      { id: "type", header: t("documents.list.type"), value: ({ type }) => nameOf(type), phone: "line" },
      {
        id: "state",
        header: t("admin.batch.state"),
        value: ({ state }) => t(`admin.batch.state.${state}`),
        cell: ({ state }) => <BatchBadge state={state} />,
        phone: "key",
      },
      {
        id: "files",
        header: t("admin.batch.files"),
        value: ({ total, excluded }) => total - excluded,
        numeric: true,
        phone: "key",
      },
      {
        id: "created",
        header: t("admin.batch.begun"),
        value: ({ created_at }) => created_at,
        cell: ({ created_at }) => <RecordTime at={created_at} />,
      },
      { id: "by", header: t("admin.batch.begunBy"), value: ({ created_by }) => created_by },
    ],
    [t, nameOf],
  );
}

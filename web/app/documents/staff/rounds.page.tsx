/** Requests for documents to many: asks, and lists the rounds with how many have answered. */
import type { DocumentRound } from "@portico/api/documents.ts";
import { useMemo, useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { inLanguage } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordDay, RecordTime } from "../../ui/dates.tsx";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useDocumentTypes } from "../use-documents.ts";
import { roundText } from "./round-text.ts";

const AskMany = loadedPart(() => import("./ask-many.tsx"));

export default function DocumentRoundsPage() {
  const t = useText();
  const language = useLanguage();
  const query = useCall(useApi().documents.listRounds);
  const [isAsking, setAsking] = useState(false);
  const columns = useColumns();
  return (
    <>
      <PageTitle>{t("admin.rounds.title")}</PageTitle>
      <PageHead
        title={t("admin.rounds.title")}
        actions={query.data?.can.ask && <Button onClick={() => setAsking(true)}>{t("admin.rounds.ask")}</Button>}
      >
        {t("admin.rounds.lead")}
      </PageHead>
      <Section>
        <DataTable
          dense
          label={t("admin.rounds.title")}
          columns={columns}
          rows={query.data?.rounds}
          rowId={({ id }) => id}
          linkTo={({ id }) => inLanguage(language, `/admin/document-requests/${id}`)}
          exportName="document-requests"
          error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
          empty={<Empty icon="document" title={t("admin.rounds.none")} />}
        />
      </Section>
      {isAsking && <AskMany onClose={() => setAsking(false)} />}
    </>
  );
}

function useColumns(): readonly Column<DocumentRound>[] {
  const t = useText();
  const language = useLanguage();
  const { nameOf } = useDocumentTypes();
  return useMemo(() => {
    const count = (id: "open" | "overdue" | "received" | "accepted" | "cancelled"): Column<DocumentRound> => ({
      id,
      header: t(`admin.rounds.${id}`),
      value: ({ counts }) => counts[id],
      numeric: true,
    });
    return [
      {
        id: "what",
        header: t("admin.rounds.what"),
        value: (round) => roundText(t, { language, nameOf }, round),
        phone: "title",
      },
      {
        id: "answered",
        header: t("admin.rounds.answered"),
        value: ({ counts }) =>
          t("admin.rounds.answeredOf", { answered: counts.received + counts.accepted, count: counts.asked }),
        phone: "key",
      },
      count("open"),
      count("overdue"),
      count("received"),
      count("accepted"),
      count("cancelled"),
      {
        id: "due",
        header: t("admin.rounds.due"),
        value: ({ due }) => due,
        cell: ({ due }) => <RecordDay day={due} />,
        phone: "key",
      },
      {
        id: "at",
        header: t("admin.rounds.at"),
        value: ({ created_at: at }) => at,
        cell: ({ created_at: at }) => <RecordTime at={at} />,
        phone: "line",
      },
      { id: "by", header: t("admin.rounds.by"), value: ({ created_by: by }) => by, phone: "line" },
    ];
  }, [t, language, nameOf]);
}

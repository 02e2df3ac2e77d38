/** A request for documents to many: who has answered; reminders, and cancelling what is open. */
import type { AskedOfRound } from "@portico/api/documents.ts";
import { useMemo } from "react";
import { useParams } from "react-router";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordDay, RecordTime } from "../../ui/dates.tsx";
import { Facts, PageHead, Section, StatTile, StatTiles } from "../../ui/section.tsx";
import { LoadFailed, Loading } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useDocumentTypes } from "../use-documents.ts";
import { roundText } from "./round-text.ts";

const colours = { open: "orange", received: "blue", accepted: "green", cancelled: "grey" } as const;

export default function DocumentRoundPage() {
  const t = useText();
  const language = useLanguage();
  const { id: roundId = "" } = useParams();
  const { nameOf } = useDocumentTypes();
  const query = useCall(useApi().documents.getRound, { params: { roundId } });
  const columns = useColumns();
  const { data: round, error } = query;
  const title = round ? roundText(t, { language, nameOf }, round) : t("admin.rounds.title");
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <BackLink to="/admin/document-requests">{t("admin.rounds.back")}</BackLink>
      {!round && error && (
        <LoadFailed retry={() => void query.refetch()} retrying={query.isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      )}
      {!round && !error && <Loading />}
      {round && (
        <>
          <PageHead title={title} actions={<Actions roundId={roundId} can={round.can} />}>
            <Facts>
              <span>
                {t("admin.rounds.due")}: <RecordDay day={round.due} />
              </span>
              <span>
                {t("admin.rounds.by")}: {round.created_by}, <RecordTime at={round.created_at} />
              </span>
            </Facts>
          </PageHead>
          {round.text !== null && <p>{round.text}</p>}
          <StatTiles>
            <StatTile label={t("admin.rounds.asks")}>{round.counts.asked}</StatTile>
            <StatTile label={t("admin.rounds.open")}>{round.counts.open}</StatTile>
            <StatTile label={t("admin.rounds.overdue")}>{round.counts.overdue}</StatTile>
            <StatTile label={t("admin.rounds.received")}>{round.counts.received}</StatTile>
            <StatTile label={t("admin.rounds.accepted")}>{round.counts.accepted}</StatTile>
          </StatTiles>
          <Section>
            <DataTable
              dense
              label={title}
              columns={columns}
              rows={round.requests}
              rowId={({ id }) => String(id)}
              exportName="document-requests"
              step={100}
            />
          </Section>
        </>
      )}
    </>
  );
}

function Actions({ roundId, can }: { roundId: string; can: { remind: boolean; cancel: boolean } }) {
  const t = useText();
  const runChange = useRunChange();
  const params = { roundId };
  const remind = () =>
    openConfirmation({
      title: t("admin.rounds.remind"),
      text: t("admin.rounds.remindText"),
      confirmLabel: t("admin.rounds.remind"),
      action: async () => {
        const { reminded } = await runChange((api) => api.documents.remindRound({ params, body: {} }));
        alert.success(t("admin.rounds.remindedCount", { count: reminded }));
      },
    });
  const cancel = () =>
    openConfirmation({
      title: t("admin.rounds.cancel"),
      text: t("admin.rounds.cancelText"),
      confirmLabel: t("admin.rounds.cancel"),
      destructive: true,
      action: async () => {
        const { cancelled } = await runChange((api) => api.documents.cancelRound({ params, body: {} }));
        alert.success(t("admin.rounds.cancelledCount", { count: cancelled }));
      },
    });
  return (
    <>
      {can.remind && <Button onClick={remind}>{t("admin.rounds.remind")}</Button>}
      {can.cancel && (
        <Button variant="default" onClick={cancel}>
          {t("admin.rounds.cancel")}
        </Button>
      )}
    </>
  );
}

function useColumns(): readonly Column<AskedOfRound>[] {
  const t = useText();
  const { nameOf } = useDocumentTypes();
  return useMemo(
    () => [
      {
        id: "client",
        header: t("admin.rounds.client"),
        value: ({ holder }) => holder.name,
        cell: ({ holder }) => (
          <LocaleLink to={`/admin/${holder.holder_type}/${holder.holder_id}/documents`}>{holder.name}</LocaleLink>
        ),
        phone: "title",
      },
      { id: "type", header: t("admin.rounds.type"), value: ({ type }) => nameOf(type), phone: "line" },
      {
        id: "state",
        header: t("admin.rounds.state"),
        value: ({ state }) => t(`admin.rounds.state.${state}`),
        cell: ({ state }) => (
          <StatusBadge status={state} colour={colours[state]}>
            {t(`admin.rounds.state.${state}`)}
          </StatusBadge>
        ),
        phone: "key",
      },
      {
        id: "due",
        header: t("admin.rounds.due"),
        value: ({ due }) => due,
        cell: ({ due }) => <RecordDay day={due} />,
      },
      {
        id: "reminded",
        header: t("admin.rounds.reminded"),
        value: ({ reminded_on: day }) => day ?? "–",
        cell: ({ reminded_on: day }) => (day === null ? "–" : <RecordDay day={day} />),
        phone: "line",
      },
    ],
    [t, nameOf],
  );
}

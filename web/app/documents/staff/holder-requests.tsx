/** What the firm asked a holder for, and the decision on what came. */

import type { DocumentRequest } from "@portico/api/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useFirmDay } from "../../shell/firm-day.ts";
import { Button } from "../../ui/button.tsx";
import { exportCsv } from "../../ui/export-csv.ts";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { AskedDocument } from "../asked-document.tsx";
import { ClosedRequests } from "../asked-documents.tsx";
import styles from "../documents.module.css";
import { useDocumentRequests } from "../use-document-requests.ts";
import { useDocumentTypes } from "../use-documents.ts";
import { AskDialog } from "./ask-dialog.tsx";

interface HolderRequestsProps {
  holder: Holder;
  canAsk: boolean;
  onOpen: (documentId: number) => void;
}

export function HolderRequests({ holder, canAsk, onOpen }: HolderRequestsProps) {
  const t = useText();
  const query = useDocumentRequests(holder);
  const language = useLanguage();
  const columns = useCsvColumns();
  const [asking, setAsking] = useState<{ again?: DocumentRequest }>();
  const current = query.data?.filter(({ closed_at }) => closed_at === null) ?? [];
  const closed = query.data?.filter(({ closed_at }) => closed_at !== null) ?? [];
  return (
    <Section
      title={t("admin.documents.requests")}
      actions={
        <>
          {query.data && query.data.length > 0 && (
            <Button
              size="sm"
              variant="subtle"
              leftSection={<Icon name="download" size={16} />}
              onClick={() => exportCsv(language, "document-requests", columns, query.data)}
            >
              {t("ui.action.exportCsv")}
            </Button>
          )}
          {canAsk && (
            <Button size="sm" variant="default" onClick={() => setAsking({})}>
              {t("admin.documents.ask")}
            </Button>
          )}
        </>
      }
    >
      {!query.data ? (
        <PendingQuery query={query} />
      ) : current.length === 0 ? (
        <p className="small">{t("admin.documents.requestsNone")}</p>
      ) : (
        <ul className={styles.requests}>
          {current.map((request) => (
            <AskedDocument key={request.id} request={request}>
              <RequestActions
                holder={holder}
                request={request}
                onOpen={onOpen}
                onAskAgain={() => setAsking({ again: request })}
              />
            </AskedDocument>
          ))}
        </ul>
      )}
      <ClosedRequests requests={closed} />
      {asking && <AskDialog holder={holder} again={asking.again} onClose={() => setAsking(undefined)} />}
    </Section>
  );
}

function useCsvColumns(): readonly Column<DocumentRequest>[] {
  const t = useText();
  const firmDay = useFirmDay();
  const { nameOf } = useDocumentTypes();
  return [
    { id: "type", header: t("admin.documents.csv.type"), value: ({ type }) => nameOf(type) },
    { id: "text", header: t("admin.documents.csv.text"), value: ({ text }) => text },
    { id: "due", header: t("admin.documents.csv.due"), value: ({ due }) => due },
    {
      id: "state",
      header: t("admin.documents.csv.state"),
      value: ({ state }) => t(`documents.request.state.${state}`),
    },
    {
      id: "created",
      header: t("admin.documents.csv.created"),
      value: ({ created_at }) => firmDay(new Date(created_at)),
    },
    {
      id: "closed",
      header: t("admin.documents.csv.closed"),
      value: ({ closed_at }) => closed_at && firmDay(new Date(closed_at)),
    },
  ];
}

interface RequestActionsProps {
  holder: Holder;
  request: DocumentRequest;
  onOpen: (documentId: number) => void;
  onAskAgain: () => void;
}

function RequestActions({ holder, request, onOpen, onAskAgain }: RequestActionsProps) {
  const t = useText();
  const { nameOf } = useDocumentTypes();
  const runChange = useRunChange();
  const { document_id: documentId, can } = request;

  const close = (outcome: "accepted" | "cancelled") =>
    openConfirmation({
      title: t(`admin.documents.close.${outcome}.title`, { type: nameOf(request.type) }),
      text: t(`admin.documents.close.${outcome}.text`),
      confirmLabel: t(`admin.documents.close.${outcome}.action`),
      // "Cancel" could be taken for the action.
      cancelLabel: t("admin.documents.close.keep"),
      action: async () => {
        const params = { ...holder, requestId: request.id };
        await runChange((api) => api.documents.closeRequest({ params, body: { outcome } }));
        alert.success(t(`admin.documents.close.${outcome}.done`));
      },
    });

  return (
    <>
      {documentId !== null && (
        <Button size="sm" variant="default" onClick={() => onOpen(documentId)}>
          {t("admin.documents.open")}
        </Button>
      )}
      {can.cancel && (
        <Button size="sm" variant="subtle" onClick={() => close("cancelled")}>
          {t("admin.documents.close.cancelled.action")}
        </Button>
      )}
      {can.accept && (
        <>
          <Button size="sm" variant="default" onClick={onAskAgain}>
            {t("admin.documents.askAgain")}
          </Button>
          <Button size="sm" onClick={() => close("accepted")}>
            {t("admin.documents.close.accepted.action")}
          </Button>
        </>
      )}
    </>
  );
}

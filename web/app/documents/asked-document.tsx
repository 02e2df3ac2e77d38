/** One document that the firm asked for: its type, the firm's words, the day, and how far it is. */
import type { DocumentRequest } from "@portico/api/documents.ts";
import type { DocumentRequestState } from "@portico/api/rules/documents.ts";
import type { ReactNode } from "react";
import { useFirmToday } from "../shell/firm-day.ts";
import { formatDay } from "../ui/format.ts";
import { StatusBadge, type StatusColour } from "../ui/status-badge.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./documents.module.css";
import { useDocumentTypes } from "./use-documents.ts";

const colours: Record<DocumentRequestState, StatusColour> = {
  open: "orange",
  received: "blue",
  accepted: "green",
  cancelled: "grey",
};

/** `children` are the actions. */
export function AskedDocument({ request, children }: { request: DocumentRequest; children?: ReactNode }) {
  const t = useText();
  const language = useLanguage();
  const { nameOf } = useDocumentTypes();
  const today = useFirmToday();
  const isOverdue = request.state === "open" && request.due < today;
  return (
    <li className={styles.request}>
      <div>
        <p className={styles.asked}>
          <span className={styles.requestType}>{nameOf(request.type)}</span>
          {isOverdue ? (
            <StatusBadge status="overdue" colour="red">
              {t("documents.request.overdue")}
            </StatusBadge>
          ) : (
            <StatusBadge status={request.state} colour={colours[request.state]}>
              {t(`documents.request.state.${request.state}`)}
            </StatusBadge>
          )}
        </p>
        <p className={styles.words}>{request.text}</p>
        <p className="small">{t("documents.request.due", { day: formatDay(language, request.due) })}</p>
      </div>
      {children && <div className={styles.requestActions}>{children}</div>}
    </li>
  );
}

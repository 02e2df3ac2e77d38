/** A holder's last documents on the holder's page, what waits for a decision, and the way to all of them. */
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { RecordDate } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useDocumentRequests } from "../use-document-requests.ts";
import { useDocumentTypes } from "../use-documents.ts";
import styles from "./client-documents.module.css";

const shown = 3;

export function ClientDocuments({ holder }: { holder: Holder }) {
  const t = useText();
  const api = useApi();
  const { nameOf } = useDocumentTypes();
  const query = useCall(api.documents.list, { params: { ...holder, type: "all" }, query: { limit: shown } });
  const { data: requests = [] } = useDocumentRequests(holder);
  const received = requests.filter(({ state }) => state === "received").length;
  const awaited = requests.filter(({ state }) => state === "open").length;
  return (
    <Section
      title={t("admin.documents.title")}
      actions={
        <LocaleLink to={`/admin/${holder.holderType}/${holder.holderId}/documents`} className={styles.all}>
          {t("admin.documents.all")}
        </LocaleLink>
      }
    >
      {received > 0 && <p className={styles.waits}>{t("admin.documents.received", { count: received })}</p>}
      {awaited > 0 && <p className={styles.small}>{t("admin.documents.awaited", { count: awaited })}</p>}
      {!query.data ? (
        <PendingQuery query={query} />
      ) : query.data.documents.length === 0 ? (
        <p className={styles.small}>{t("admin.documents.none")}</p>
      ) : (
        <ul className={styles.list}>
          {query.data.documents.map(({ id, title, type, changed_at }) => (
            <li key={id}>
              <span className={styles.title}>{title}</span>
              <span className={styles.small}>
                {nameOf(type)} · <RecordDate at={changed_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** What the firm asked the holder for: open first, then what is being checked; what is closed is folded away. */

import type { DocumentRequest } from "@portico/api/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Button } from "../ui/button.tsx";
import { Section } from "../ui/section.tsx";
import { LoadFailed } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { AskedDocument } from "./asked-document.tsx";
import styles from "./documents.module.css";
import { useDocumentRequests } from "./use-document-requests.ts";

interface AskedDocumentsProps {
  holder: Holder;
  /** Undefined where nothing can be changed. */
  onAnswer: ((request: DocumentRequest) => void) | undefined;
}

export function AskedDocuments({ holder, onAnswer }: AskedDocumentsProps) {
  const t = useText();
  const { data, error, isFetching, refetch } = useDocumentRequests(holder);
  if (!data)
    return error ? (
      <Section title={t("documents.request.title")}>
        <LoadFailed retry={() => void refetch()} retrying={isFetching} />
      </Section>
    ) : null;
  const current = data.filter(({ closed_at }) => closed_at === null);
  const closed = data.filter(({ closed_at }) => closed_at !== null);
  if (data.length === 0) return null;
  return (
    <Section title={t("documents.request.title")}>
      {current.length > 0 ? (
        <ul className={styles.requests}>
          {current.map((request) => (
            <AskedDocument key={request.id} request={request}>
              {request.can.answer && onAnswer && (
                <Button size="sm" onClick={() => onAnswer(request)}>
                  {t("documents.request.answer")}
                </Button>
              )}
            </AskedDocument>
          ))}
        </ul>
      ) : (
        <p className="small">{t("documents.request.nothing")}</p>
      )}
      <ClosedRequests requests={closed} />
    </Section>
  );
}

export function ClosedRequests({ requests }: { requests: readonly DocumentRequest[] }) {
  const t = useText();
  if (requests.length === 0) return null;
  return (
    <details className={styles.closed}>
      <summary>{t("documents.request.closed", { count: requests.length })}</summary>
      <ul className={styles.requests}>
        {requests.map((request) => (
          <AskedDocument key={request.id} request={request} />
        ))}
      </ul>
    </details>
  );
}

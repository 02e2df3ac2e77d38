/** A client's open requests, on the client's page, each with both ways to close it. */
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { HandleDialog } from "./handle-dialog.tsx";
import { RequestCard } from "./request-card.tsx";
import styles from "./requests.module.css";
import { type HandledRequests, useClientRequests, withCurrent } from "./use-requests.ts";

export function ClientRequests({ holder }: { holder: Holder }) {
  const t = useText();
  const [asked, setAsked] = useState<HandledRequests>();
  const query = useClientRequests(holder);
  const { data } = query;
  return (
    <Section title={t("admin.client.requests")}>
      {data ? (
        data.requests.length > 0 ? (
          <ul className={styles.list}>
            {data.requests.map((request) => (
              <li key={request.id}>
                <RequestCard request={request} onHandle={(state) => setAsked({ requests: [request], state })} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="small">{t("admin.client.requestsNone")}</p>
        )
      ) : (
        <PendingQuery query={query} />
      )}
      {asked && <HandleDialog {...withCurrent(asked, data?.requests)} onClose={() => setAsked(undefined)} />}
    </Section>
  );
}

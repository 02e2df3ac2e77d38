/** The queue of clients' requests. */

import { type RequestRow } from "@portico/api/payments/requests.ts";
import { requestStates } from "@portico/api/rules/transaction-requests.ts";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useLastVisit } from "../../shell/staff/last-visit.ts";
import { NewSinceLastVisit } from "../../shell/staff/new-since-last-visit.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { HandleDialog } from "./handle-dialog.tsx";
import { RequestCard } from "./request-card.tsx";
import styles from "./requests.module.css";
import { type HandledRequests, type Handling, type RequestState, useRequests, withCurrent } from "./use-requests.ts";

/** Actions on the selected requests, if any. */
interface BulkBarProps {
  chosen: readonly RequestRow[];
  onHandle: (state: Handling["state"]) => void;
  onClear: () => void;
}

function BulkBar({ chosen, onHandle, onClear }: BulkBarProps) {
  const t = useText();
  if (chosen.length === 0) return null;
  return (
    <div className={styles.bulk} role="toolbar" aria-label={t("admin.requests.bulk")}>
      <output>{t("admin.requests.chosen", { count: chosen.length })}</output>
      <span className={styles.actions}>
        <Button size="sm" variant="subtle" onClick={onClear}>
          {t("admin.requests.chooseNone")}
        </Button>
        <Button size="sm" variant="default" onClick={() => onHandle("declined")}>
          {t("admin.requests.handle.declined")}
        </Button>
        <Button size="sm" onClick={() => onHandle("done")}>
          {t("admin.requests.handle.done")}
        </Button>
      </span>
    </div>
  );
}

export default function RequestsPage() {
  const t = useText();
  const [params] = useSearchParams();
  const state: RequestState = requestStates.find((each) => each === params.get("state")) ?? "open";
  const query = useRequests(state);
  const newest = query.data?.pages[0];
  const openCount = newest?.open;
  return (
    <>
      <PageTitle>{t("admin.requests.title")}</PageTitle>
      <PageHead title={t("admin.requests.title")}>{t("admin.requests.lead")}</PageHead>
      {newest?.can.handle === false && <Notice>{t("admin.requests.readOnly")}</Notice>}
      <div className={styles.tabs}>
        <SectionPicker
          label={t("admin.requests.tabs")}
          current={state}
          sections={requestStates.map((id) => ({
            id,
            to: id === "open" ? "?" : `?state=${id}`,
            label:
              id === "open" && openCount !== undefined
                ? t("admin.requests.openCount", { count: openCount })
                : t(`admin.requests.tab.${id}`),
          }))}
        />
      </div>
      <UnexplainedLink />
      <Queue key={state} state={state} query={query} />
    </>
  );
}

/** Payments in the ledger that no request explains: nobody would look for them elsewhere. */
function UnexplainedLink() {
  const t = useText();
  const api = useApi();
  const { data } = useCall(api.payments.listUnexplained, { query: { limit: 1 } });
  return (
    <p className={styles.links}>
      <LocaleLink to="/admin/requests/unexplained">
        {data ? t("admin.requests.unexplained", { count: data.open }) : t("admin.unexplained.title")}
      </LocaleLink>
      <LocaleLink to="/admin/requests/bank-entries">{t("admin.bankEntries.title")}</LocaleLink>
      <LocaleLink to="/admin/requests/payment-files">{t("admin.paymentFiles.title")}</LocaleLink>
    </p>
  );
}

interface QueueProps {
  state: RequestState;
  query: ReturnType<typeof useRequests>;
}

function Queue({ state, query }: QueueProps) {
  const t = useText();
  const [asked, setAsked] = useState<HandledRequests>();
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const lastVisit = useLastVisit("requests");
  const requests = query.data?.rows;

  if (!requests) return <PendingQuery query={query} />;
  const handled = requests.filter(({ can }) => can.handle);
  // Requests that a colleague closed meanwhile are deselected.
  const chosen = handled.filter(({ id }) => chosenIds.has(id));
  const choose = (id: number, isChosen: boolean) =>
    setChosenIds((before) => new Set(isChosen ? [...before, id] : [...before].filter((each) => each !== id)));
  return (
    <>
      {requests.length === 0 && (
        <Empty icon="request" title={t(state === "open" ? "admin.requests.none" : "admin.requests.noneOther")} />
      )}
      <p className={styles.under}>
        <NewSinceLastVisit times={requests.map(({ created_at }) => created_at)} last={lastVisit} />
        {handled.length > 1 && (
          <Button size="compact-sm" variant="subtle" onClick={() => setChosenIds(new Set(handled.map(({ id }) => id)))}>
            {t("admin.requests.chooseAll")}
          </Button>
        )}
      </p>
      <BulkBar
        chosen={chosen}
        onHandle={(outcome) => {
          // A withdrawal that reserved cash is done by its match alone.
          const fitting = outcome === "done" ? chosen.filter(({ can }) => can.finish) : chosen;
          if (fitting.length > 0) setAsked({ requests: fitting, state: outcome });
        }}
        onClear={() => setChosenIds(new Set())}
      />
      <ul className={styles.list} data-stale={query.isPlaceholderData || undefined}>
        {requests.map((request) => (
          <RequestCard
            key={request.id}
            request={request}
            onHandle={(outcome) => setAsked({ requests: [request], state: outcome })}
            choice={
              request.can.handle
                ? { chosen: chosenIds.has(request.id), onChange: (isChosen) => choose(request.id, isChosen) }
                : undefined
            }
            lastVisit={lastVisit}
          />
        ))}
      </ul>
      <div className={styles.more}>
        <ShowMore query={query} />
      </div>
      {asked && (
        <HandleDialog
          {...withCurrent(asked, requests)}
          onClose={() => setAsked(undefined)}
          onDone={() => setChosenIds(new Set())}
        />
      )}
    </>
  );
}

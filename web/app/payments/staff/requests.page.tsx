/** The queue of clients' requests. */

import { type RequestRow } from "@portico/api/payments/requests.ts";
import { requestStates } from "@portico/api/rules/transaction-requests.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { AnswerPicker } from "../../canned-answers/staff/answer-picker.tsx";
import { DeclinePicker } from "../../canned-answers/staff/decline-picker.tsx";
import { AssignedFilter } from "../../colleagues/staff/assigned-filter.tsx";
import { SavedViews } from "../../saved-views/staff/saved-views.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useLastVisit } from "../../shell/staff/last-visit.ts";
import { useAssignedParam } from "../../shell/staff/lists/use-assigned-param.ts";
import { usePartLink } from "../../shell/staff/lists/use-part-link.ts";
import { NewSinceLastVisit } from "../../shell/staff/new-since-last-visit.tsx";
import { ChoiceBox } from "../../shell/staff/queue/choose-column.tsx";
import { useClaims } from "../../shell/staff/queue/claims.ts";
import { Queue } from "../../shell/staff/queue/queue.tsx";
import type { QueueAction } from "../../shell/staff/queue/queue-props.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { HandleDialog } from "./handle-dialog.tsx";
import { HandleMany } from "./handle-many.tsx";
import { RequestCard } from "./request-card.tsx";
import styles from "./requests.module.css";
import { type HandledRequests, type RequestState, useRequests, withCurrent } from "./use-requests.ts";

const idOf = ({ id }: RequestRow): number => id;
const rowId = ({ id }: RequestRow): string => String(id);
/** What the firm writes often, in the client's language. */
const readyTexts = (holder: Holder, onInsert: (text: string) => void) => (
  <AnswerPicker holder={holder} onInsert={onInsert} />
);
/** For several clients at once. */
const declineTexts = (onInsert: (text: string) => void) => <DeclinePicker onInsert={onInsert} />;
const noColumns: readonly Column<RequestRow>[] = [];
const pathOf = ({ holder_type, holder_id }: RequestRow): string => `/admin/${holder_type}/${holder_id}/profile`;

export default function RequestsPage() {
  const t = useText();
  const [params] = useSearchParams();
  const linkTo = usePartLink("state", "open");
  const state: RequestState = requestStates.find((each) => each === params.get("state")) ?? "open";
  const ofColleague = useAssignedParam();
  const filter = { state, ...ofColleague };
  const query = useRequests(filter);
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
            to: linkTo(id),
            label:
              id === "open" && openCount !== undefined
                ? t("admin.requests.openCount", { count: openCount })
                : t(`admin.requests.tab.${id}`),
          }))}
        />
      </div>
      <UnexplainedLink />
      <search className={styles.links} data-no-print>
        <AssignedFilter />
      </search>
      <RequestQueue key={state} filter={filter} query={query} />
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
  filter: { state: RequestState; assigned?: number };
  query: ReturnType<typeof useRequests>;
}

function RequestQueue({ filter, query }: QueueProps) {
  const t = useText();
  const [asked, setAsked] = useState<HandledRequests>();
  const { state, assigned } = filter;
  const lastVisit = useLastVisit("requests");
  const requests = query.data?.rows;
  const open = query.data?.pages[0]?.open;
  // Counted over the whole queue.
  const isWhole = state === "open" && assigned === undefined;
  const matching = isWhole && open !== undefined ? { count: open, isCapped: false } : undefined;
  const claim = useClaims("request", idOf, ({ can }: RequestRow) => can.handle);
  const handle = (outcome: "done" | "declined"): QueueAction<RequestRow, { state: RequestState }> => ({
    id: outcome,
    key: outcome === "done" ? "e" : "d",
    label: t(`admin.requests.handle.${outcome}`),
    renderDialog: ({ rows, target, count, onClose, onDone }) => {
      const [one] = rows;
      // One alone may be a withdrawal, and its page says more; done, it needs its match.
      if (count !== 1 || !one || (outcome === "done" && !one.can.finish))
        return <HandleMany state={outcome} {...{ target, count, onClose, onDone }} ready={declineTexts} />;
      return (
        <HandleDialog
          {...withCurrent({ requests: [one], state: outcome }, requests)}
          {...{ onClose, onDone }}
          ready={readyTexts}
        />
      );
    },
  });
  return (
    <>
      <Queue
        query={query}
        label={t("admin.requests.title")}
        columns={noColumns}
        rows={requests}
        rowId={rowId}
        pathOf={pathOf}
        nameOf={({ holderName }) => holderName}
        mayChoose={({ can }) => can.handle}
        filter={filter}
        matching={matching}
        give={(of, to) => ({ action: "giveRequests", of, to })}
        actions={[handle("done"), handle("declined")]}
        claim={claim}
        above={
          <>
            <NewSinceLastVisit times={requests?.map(({ created_at }) => created_at)} last={lastVisit} />
            <SavedViews list="requests" />
          </>
        }
        renderCard={(request, { choice, claim: worker }) => (
          <RequestCard
            request={request}
            onHandle={(outcome) => setAsked({ requests: [request], state: outcome })}
            choice={choice && <ChoiceBox choice={choice} />}
            isChosen={choice?.isChosen ?? false}
            worker={worker}
            lastVisit={lastVisit}
          />
        )}
        empty={
          <Empty
            icon="request"
            title={t(state === "open" && assigned === undefined ? "admin.requests.none" : "admin.requests.noneOther")}
          />
        }
      />
      {asked && (
        <HandleDialog
          {...withCurrent(asked, requests)}
          ready={readyTexts}
          onClose={() => setAsked(undefined)}
          onDone={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

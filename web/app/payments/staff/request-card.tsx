/** One request: the client, the request as text, and its result. */
import type { RequestRow } from "@portico/api/payments/requests.ts";
import type { ReactNode } from "react";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { NewMark } from "../../shell/staff/new-since-last-visit.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { PaymentActions } from "./payment-actions.tsx";
import { PaymentFacts } from "./payment-facts.tsx";
import { requestText } from "./request-text.ts";
import styles from "./requests.module.css";
import { UnmatchedPayments } from "./unmatched-payments.tsx";
import type { Handling } from "./use-requests.ts";

export const requestColours: Record<RequestRow["state"], StatusColour> = {
  open: "blue",
  awaitingSigners: "orange",
  paying: "blue",
  expired: "grey",
  done: "green",
  declined: "red",
  withdrawn: "grey",
  returned: "orange",
};

const offersPayment = ({ can }: RequestRow): boolean => can.pay || can.match || can.unmatch || can.matchFee;

interface RequestCardProps {
  request: RequestRow;
  onHandle: (state: Handling["state"]) => void;
  /** Whether it is selected for the bulk bar; undefined if selection is not possible. */
  choice?: ReactNode;
  isChosen?: boolean;
  /** Who works on it. */
  worker?: ReactNode;
  /** When the reader last viewed the queue. */
  lastVisit?: string | undefined;
}

export function RequestCard({ request, onHandle, choice, isChosen, worker, lastVisit }: RequestCardProps) {
  const t = useText();
  const language = useLanguage();
  const state = t(`admin.requests.state.${request.state}`);
  return (
    <div className={styles.request} data-chosen={isChosen || undefined}>
      {choice}
      <div>
        <p className={styles.who}>
          <NewMark time={request.created_at} last={lastVisit} />
          {request.holder_type === "user" ? (
            <LocaleLink to={`/admin/user/${request.holder_id}/profile`}>{request.holderName}</LocaleLink>
          ) : (
            request.holderName
          )}
          {request.client_number && (
            <span className="small">{t("admin.requests.clientNumber", { number: request.client_number })}</span>
          )}
          <StatusBadge status={request.state} colour={requestColours[request.state]}>
            {state}
          </StatusBadge>
          {worker}
        </p>
        <p className={styles.text}>{requestText(t, language, request)}</p>
        {request.userMsg && (
          <div className={styles.said}>
            <p className="small">{t("admin.requests.message")}</p>
            {request.userMsg}
          </div>
        )}
        {request.staffMessage && (
          <div className={styles.said}>
            <p className="small">{t("admin.requests.answer")}</p>
            {request.staffMessage}
          </div>
        )}
        <PaymentFacts request={request} />
        {request.unmatched.length > 0 && (
          <Notice>
            {t("admin.payments.mayBePaid", { count: request.unmatched.length })}
            <UnmatchedPayments payments={request.unmatched} />
          </Notice>
        )}
        <p className="small">
          {t("admin.requests.sent", {
            time: formatMoment(language, request.created_at),
            name: request.created_by,
          })}
          {request.handled_at &&
            request.handled_by &&
            ` · ${t("admin.requests.handledBy", {
              state,
              time: formatMoment(language, request.handled_at),
              name: request.handled_by,
            })}`}
        </p>
      </div>
      {Object.values(request.can).includes(true) && (
        <div className={styles.actions}>
          {request.can.handle && (
            <Button size="sm" variant="default" onClick={() => onHandle("declined")}>
              {t("admin.requests.handle.declined")}
            </Button>
          )}
          {request.can.return && (
            <Button size="sm" variant="default" onClick={() => onHandle("returned")}>
              {t("admin.requests.handle.returned")}
            </Button>
          )}
          {offersPayment(request) && <PaymentActions request={request} />}
          {request.can.finish && (
            <Button size="sm" variant={request.can.match ? "default" : "filled"} onClick={() => onHandle("done")}>
              {t("admin.requests.handle.done")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Staff choose which ledger entry a deposit or withdrawal is; what differs from the request is compared before it counts. */

import type { Answer } from "@portico/api/endpoint.ts";
import type { RequestRow, requestCalls } from "@portico/api/payments/requests.ts";
import { useRef, useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { formatDay, formatMoney } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { MatchComparison } from "./match-comparison.tsx";
import { requestText } from "./request-text.ts";
import styles from "./requests.module.css";

export type Candidate = Answer<(typeof requestCalls)["listCandidates"]>["candidates"][number];

interface MatchDialogProps {
  request: Pick<RequestRow, "id" | "type" | "transactionInfo">;
  /** This entry alone, chosen elsewhere. */
  entryId?: number;
  onClose: () => void;
}

export default function MatchDialog({ request, entryId, onClose }: MatchDialogProps) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const [compared, setCompared] = useState<Candidate>();
  const list = useRef<HTMLUListElement>(null);
  const query = useCall(api.payments.listCandidates, { params: { requestId: request.id }, query: { entryId } });
  const match = useChange(
    (calls, body: Parameters<typeof calls.payments.matchRequest>[0]["body"]) =>
      calls.payments.matchRequest({ params: { requestId: request.id }, body }),
    {
      onSuccess: () => {
        alert.success(t("admin.payments.matched"));
        onClose();
      },
    },
  );
  const candidates = query.data?.candidates;
  const choose = (one: Candidate) =>
    one.differences.length > 0 ? setCompared(one) : match.mutate({ entryId: one.entry_id });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(compared ? "admin.payments.compareTitle" : "admin.payments.matchTitle")}
      size="lg"
    >
      <p className={styles.text}>{requestText(t, language, request)}</p>
      {!candidates && <PendingQuery query={query} />}
      {candidates?.length === 0 && <p>{t("admin.payments.noCandidates")}</p>}
      {match.error && <Notice tone="failed">{errorText(t, match.error)}</Notice>}
      {compared ? (
        <MatchComparison
          candidate={compared}
          type={request.type}
          rest={query.data?.rest ?? "0"}
          isPending={match.isPending}
          onBack={() => {
            match.reset();
            setCompared(undefined);
            requestAnimationFrame(() => list.current?.querySelector("button")?.focus());
          }}
          onMatch={(said) => match.mutate({ entryId: compared.entry_id, accepts: compared.differences, ...said })}
        />
      ) : (
        <ul ref={list} className={styles.candidates}>
          {candidates?.map((one) => (
            <li key={one.entry_id}>
              <CandidateText candidate={one} />
              <Button
                size="sm"
                variant="default"
                loading={match.isPending && match.variables.entryId === one.entry_id}
                disabled={match.isPending}
                onClick={() => choose(one)}
              >
                {t("admin.payments.matchThis")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function CandidateText({ candidate: one }: { candidate: Candidate }) {
  const t = useText();
  const language = useLanguage();
  return (
    <div>
      <p>
        <strong>{formatMoney(language, one.amount, one.currency)}</strong> · {formatDay(language, one.day)}
      </p>
      {one.description && <p className="small">{one.description}</p>}
      <p className={styles.who}>
        {one.byReference && (
          <StatusBadge status="reference" colour="green">
            {t("admin.payments.byReference")}
          </StatusBadge>
        )}
        {/* Another request's payment may have the same amount: then that is nothing in its favour. */}
        {one.sameAmount && !one.differences.includes("otherReference") && (
          <StatusBadge status="same" colour="green">
            {t("admin.payments.sameAmount")}
          </StatusBadge>
        )}
        {one.differences.map((difference) => (
          <StatusBadge key={difference} status={difference} colour={difference === "otherReference" ? "red" : "orange"}>
            {t(`admin.payments.difference.${difference}`)}
          </StatusBadge>
        ))}
        {one.others > 0 && (
          <StatusBadge status="others" colour="orange">
            {t("admin.payments.fitsOthers", { count: one.others })}
          </StatusBadge>
        )}
      </p>
    </div>
  );
}

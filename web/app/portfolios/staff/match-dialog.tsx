/** Staff choose which ledger entry a deposit or withdrawal is. */
import { Button } from "@mantine/core";
import type { RequestRow } from "@portico/api/transaction-requests.ts";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { formatDay, formatMoney } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { requestText } from "./request-text.ts";
import styles from "./requests.module.css";

export default function MatchDialog({ request, onClose }: { request: RequestRow; onClose: () => void }) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const query = useCall(api.portfolios.listCandidates, { params: { requestId: request.id } });
  const match = useChange(
    (calls, entryId: number) => calls.portfolios.matchRequest({ params: { requestId: request.id }, body: { entryId } }),
    {
      onSuccess: () => {
        alert.success(t("admin.payments.matched"));
        onClose();
      },
    },
  );
  const candidates = query.data?.candidates;
  return (
    <Dialog opened onClose={onClose} title={t("admin.payments.matchTitle")} size="lg">
      <p className={styles.text}>{requestText(t, language, request)}</p>
      {!candidates && <PendingQuery query={query} />}
      {candidates?.length === 0 && <p>{t("admin.payments.noCandidates")}</p>}
      {match.error && <Notice tone="failed">{errorText(t, match.error)}</Notice>}
      <ul className={styles.candidates}>
        {candidates?.map((one) => (
          <li key={one.entry_id}>
            <div>
              <p>
                <strong>{formatMoney(language, one.amount, one.currency)}</strong> · {formatDay(language, one.day)}
              </p>
              {one.description && <p className={styles.small}>{one.description}</p>}
              <p className={styles.who}>
                {one.byReference && (
                  <StatusBadge status="reference" colour="green">
                    {t("admin.payments.byReference")}
                  </StatusBadge>
                )}
                <StatusBadge status={one.sameAmount ? "same" : "other"} colour={one.sameAmount ? "green" : "orange"}>
                  {t(one.sameAmount ? "admin.payments.sameAmount" : "admin.payments.otherAmount")}
                </StatusBadge>
                {one.others > 0 && (
                  <StatusBadge status="others" colour="orange">
                    {t("admin.payments.fitsOthers", { count: one.others })}
                  </StatusBadge>
                )}
              </p>
            </div>
            <Button
              size="sm"
              variant="default"
              loading={match.isPending && match.variables === one.entry_id}
              disabled={match.isPending}
              onClick={() => match.mutate(one.entry_id)}
            >
              {t("admin.payments.matchThis")}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

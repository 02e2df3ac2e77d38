/** Staff choose which ledger entry is the fee of a paid withdrawal; another amount needs a reason. */
import { useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { focusMarked } from "../../ui/focus-marked.ts";
import { formatDay, formatMoney } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { ReasonField } from "./reason-field.tsx";
import styles from "./requests.module.css";

interface FeeDialogProps {
  request: { id: number; withdrawal: { fee: string } | null; transactionInfo: { currency?: string | undefined } };
  /** This entry alone, chosen elsewhere. */
  entryId?: number;
  onClose: () => void;
}

export default function FeeDialog({ request, entryId, onClose }: FeeDialogProps) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const params = { requestId: request.id };
  const query = useCall(api.payments.listCandidates, { params, query: { entryId } });
  const match = useChange(
    (calls, fee: number) => calls.payments.matchFee({ params, body: { entryId: fee, reason: reason.trim() } }),
    {
      onSuccess: () => {
        alert.success(t("admin.payments.feeMatched"));
        onClose();
      },
    },
  );
  const fees = query.data?.fees;
  const needsReason = fees?.some(({ sameAmount }) => !sameAmount) ?? false;
  return (
    <Dialog opened onClose={onClose} title={t("admin.payments.feeTitle")} size="lg">
      {request.withdrawal && (
        <p className={styles.text}>
          {t("admin.payments.feeExpected", {
            fee: formatMoney(language, request.withdrawal.fee, request.transactionInfo.currency ?? ""),
          })}
        </p>
      )}
      {!fees && <PendingQuery query={query} />}
      {fees?.length === 0 && <p>{t("admin.payments.feeNone")}</p>}
      {match.error && <Notice tone="failed">{errorText(t, match.error)}</Notice>}
      {needsReason && (
        <div className={styles.reason}>
          <ReasonField
            description={t("admin.payments.feeReasonHint")}
            value={reason}
            isMissing={isMissing}
            isRequired={false}
            onChange={setReason}
          />
        </div>
      )}
      <ul className={styles.candidates}>
        {fees?.map((one) => (
          <li key={one.entry_id}>
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
                <StatusBadge status={one.sameAmount ? "same" : "other"} colour={one.sameAmount ? "green" : "orange"}>
                  {t(one.sameAmount ? "admin.payments.sameAmount" : "admin.payments.otherAmount")}
                </StatusBadge>
              </p>
            </div>
            <Button
              size="sm"
              variant="default"
              loading={match.isPending && match.variables === one.entry_id}
              disabled={match.isPending}
              onClick={({ currentTarget }) => {
                const lacksReason = !one.sameAmount && reason.trim() === "";
                setMissing(lacksReason);
                if (lacksReason) focusMarked(currentTarget.closest("[role=dialog]"));
                else match.mutate(one.entry_id);
              }}
            >
              {t("admin.payments.matchThis")}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** A representative confirms a company's withdrawal with a code of their own. */

import type { Payment } from "@portico/api/payments/cash.ts";
import { type FormEvent, useState } from "react";
import { WhyNotAlone } from "../../holders/not-alone.tsx";
import { errorText } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { codeLength, useFreshCode } from "../../shell/session/fresh-code.ts";
import { CoolingNotice } from "../../shell/session/sensitive-step-wait.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { formatMoney } from "../../ui/format.ts";
import { groupIban } from "../../ui/grouped-text.ts";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../cash/money.module.css";
import { CodeStep } from "./code-step.tsx";
import { WithdrawalSums } from "./withdrawal-sums.tsx";

export default function ConfirmDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useText();
  const language = useLanguage();
  const { holderType, holderId } = useHolder();
  const [isTried, setTried] = useState(false);
  const holder = { holderType, holderId };
  const fresh = useFreshCode({
    request: (api, requestId: number) => api.payments.requestWithdrawalCode({ params: holder, body: { requestId } }),
    call: (api, requestId: number) => api.payments.confirmWithdrawal({ params: { ...holder, requestId }, body: {} }),
    onDone: () => {
      alert.success(t("money.confirm.done"));
      onClose();
    },
  });
  const isAsked = fresh.isAskedFor(payment.id);
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(isAsked);
    if (!isAsked || fresh.isConfirmed || fresh.code.length === codeLength) fresh.send.mutate(payment.id);
  }
  return (
    <Dialog opened onClose={onClose} title={t("money.confirm.title")}>
      <form method="post" onSubmit={submit} noValidate className={styles.form}>
        <p className={styles.words}>
          {t("money.out.words", {
            sum: formatMoney(language, payment.sum, payment.currency),
            account: groupIban(payment.withdrawal?.account.number ?? ""),
            owner: payment.withdrawal?.account.owner ?? "",
          })}
        </p>
        {payment.withdrawal && (
          <WithdrawalSums sum={payment.sum} fee={payment.withdrawal.fee} currency={payment.currency} />
        )}
        <WhyNotAlone why={isAsked ? (fresh.answer?.why ?? []) : (payment.withdrawal?.why ?? [])} />
        <CodeStep fresh={fresh} wish={payment.id} isTried={isTried} />
        <CoolingNotice cooling={fresh.cooling} />
        {fresh.failure && <Notice tone="failed">{errorText(t, fresh.failure)}</Notice>}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t("ui.action.cancel")}
          </Button>
          <Button type="submit" loading={fresh.send.isPending || fresh.request.isPending}>
            {t(isAsked ? "money.confirm.send" : "money.payments.confirm")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A withdrawal: entered, checked, confirmed with a code, sent once. */

import type { WithdrawalFee } from "@portico/api/rules/withdrawal-fee.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type FormEvent, useState } from "react";
import { WhyNotAlone } from "../../holders/not-alone.tsx";
import { errorText, fieldErrorTexts } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { useActiveHolder } from "../../shell/session/active-holder.ts";
import { codeLength, useFreshCode } from "../../shell/session/fresh-code.ts";
import { CoolingNotice } from "../../shell/session/sensitive-step-wait.tsx";
import type { useKeptDraft } from "../../shell/unsent/use-kept-draft.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { formatMoney } from "../../ui/format.ts";
import { groupIban } from "../../ui/grouped-text.ts";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../cash/money.module.css";
import { CodeStep } from "./code-step.tsx";
import { type PayableAccount, useWithdrawal } from "./use-withdrawal.ts";
import { WithdrawFields } from "./withdraw-fields.tsx";
import type { WithdrawalDraft } from "./withdrawal-draft.ts";
import { WithdrawalSums } from "./withdrawal-sums.tsx";

interface WithdrawDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Its content, so that neither closing nor leaving the page loses it; and what was sent of it. */
  kept: Pick<ReturnType<typeof useKeptDraft<WithdrawalDraft>>, "sent" | "setDraft" | "setSent"> & {
    draft: WithdrawalDraft;
  };
  onSent: () => void;
  cash: readonly { currency: string; available: string }[];
  fees: readonly WithdrawalFee[];
  /** Confirmations that are needed. */
  needed: number;
}

interface Wish {
  sum: string;
  currency: string;
  accountId: number;
  message: string;
}

/** The key stays the same until the withdrawal has arrived, so that a retry is not a second one. */
function useSend(
  holder: Holder,
  { sent, setSent }: Pick<WithdrawDialogProps["kept"], "sent" | "setSent">,
  onDone: (state: string) => void,
) {
  return useFreshCode({
    request: (api, { sum, currency, accountId }: Wish) =>
      api.payments.requestWithdrawalCode({ params: holder, body: { sum, currency, accountId } }),
    call: (api, { message, ...transactionInfo }: Wish) => {
      const body = { type: "withdrawal" as const, userMsg: message.trim(), transactionInfo };
      const content = JSON.stringify(body);
      const key = sent?.content === content ? sent.key : crypto.randomUUID();
      setSent({ key, content });
      return api.payments.requestTransaction({ params: holder, body: { ...body, key } });
    },
    onDone: ({ state }) => onDone(state),
  });
}

export default function WithdrawDialog(props: WithdrawDialogProps) {
  const { opened, onClose, kept, onSent, cash, fees, needed } = props;
  const { draft, setDraft } = kept;
  const t = useText();
  const { holder } = useActiveHolder();
  const { wish, fee, account, faults, accounts, waiting } = useWithdrawal(draft, { cash, fees });
  const [isReviewed, setReviewed] = useState(false);
  const [isTried, setTried] = useState(false);
  const fresh = useSend(holder, kept, (state) => {
    alert.success(t(state === "awaitingSigners" ? "money.out.sentSigners" : "money.out.sent"));
    onSent();
  });
  /** What the server refused, at its field; the reader is back there. */
  const refused = fresh.failure ? fieldErrorTexts(t, fresh.failure) : {};
  const isRefused = Object.keys(refused).length > 0;
  const isShownForReview = isReviewed && !isRefused;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!wish || fresh.send.isPending || fresh.request.isPending) return;
    if (!isShownForReview) {
      fresh.send.reset();
      setTried(false);
      setReviewed(true);
    } else if (!fresh.isAskedFor(wish) || fresh.isConfirmed || fresh.code.length === codeLength) {
      setTried(fresh.isAskedFor(wish));
      fresh.send.mutate(wish);
    }
  }

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(isShownForReview ? "money.out.reviewTitle" : "money.out.title")}
      savesDraft
    >
      <form method="post" onSubmit={submit} noValidate className={styles.form}>
        {isShownForReview && wish && account ? (
          <>
            <Review wish={wish} fee={fee} account={account} needed={needed} />
            {fresh.isAskedFor(wish) && fresh.answer && fresh.answer.why.length > 0 && (
              <Notice>
                <WhyNotAlone why={fresh.answer.why} />
              </Notice>
            )}
            <CodeStep fresh={fresh} wish={wish} isTried={isTried} />
            <CoolingNotice cooling={fresh.cooling} />
          </>
        ) : (
          <WithdrawFields
            draft={draft}
            change={(change) => {
              setDraft({ ...draft, ...change });
              // Otherwise the review would follow the first letter of the correction.
              setReviewed(false);
            }}
            cash={cash}
            accounts={accounts}
            waiting={waiting}
            fee={fee}
            faults={isTried ? faults : {}}
            // Of the code, or of the withdrawal.
            refused={{
              sum: refused["transactionInfo.sum"] ?? refused["sum"],
              account: refused["transactionInfo.accountId"] ?? refused["accountId"],
            }}
          />
        )}
        {fresh.failure && !isRefused && <Notice tone="failed">{errorText(t, fresh.failure)}</Notice>}
        <div className={styles.buttons}>
          <Button variant="default" onClick={isShownForReview ? () => setReviewed(false) : onClose}>
            {t(isShownForReview ? "money.out.change" : "ui.action.cancel")}
          </Button>
          <Button
            type="submit"
            loading={fresh.send.isPending || fresh.request.isPending}
            // Nothing that is typed would change it.
            disabled={accounts?.length === 0}
          >
            {t(isShownForReview ? "money.out.send" : "money.out.review")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ReviewProps {
  wish: Wish;
  fee: string;
  account: PayableAccount;
  needed: number;
}

function Review({ wish, fee, account, needed }: ReviewProps) {
  const t = useText();
  const language = useLanguage();
  const { name } = useActiveHolder();
  return (
    <>
      <p className={styles.words}>
        {t("money.out.words", {
          sum: formatMoney(language, wish.sum, wish.currency),
          account: account.iban ? groupIban(account.iban) : (account.number ?? ""),
          owner: account.owner,
        })}
      </p>
      <WithdrawalSums sum={wish.sum} fee={fee} currency={wish.currency} />
      <p>{t("money.out.for", { name })}</p>
      {wish.message.trim() && <p className={styles.message}>{wish.message.trim()}</p>}
      <p className={styles.small}>{t("money.out.note")}</p>
      {needed > 1 && <p>{t("money.out.signers", { needed })}</p>}
    </>
  );
}

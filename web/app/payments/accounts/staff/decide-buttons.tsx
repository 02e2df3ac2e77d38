/** Confirms a new account, or refuses it with a reason that the client reads; with four eyes on, as a proposal. */

import type { BankAccount } from "@portico/api/payments/accounts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useRunChange } from "../../../shell/calls/use-change.ts";
import { alert } from "../../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../../shell/dialogs/confirmation.ts";
import { useFourEyesTexts } from "../../../shell/staff/four-eyes.ts";
import { Button } from "../../../ui/button.tsx";
import { useText } from "../../../ui/text.tsx";
import { AccountNumber } from "../account-number.tsx";
import { useCheckText } from "../account-state.tsx";
import styles from "../accounts.module.css";

interface DecideButtonsProps {
  holder: Holder;
  /** Of the holder, for the question. */
  name: string;
  account: BankAccount;
}

export function DecideButtons({ holder: { holderType, holderId }, name, account }: DecideButtonsProps) {
  const t = useText();
  const runChange = useRunChange();
  const fourEyes = useFourEyesTexts();
  const checkText = useCheckText();
  if (!account.can.decide) return null;
  const decide = async (state: "confirmed" | "refused", reason: string | undefined) => {
    const { proposalId } = await runChange((api) =>
      api.payments.decideAccount({
        params: { holderType, holderId, accountId: account.id },
        body: state === "refused" ? { state, reason: reason ?? "" } : { state, ...(reason && { reason }) },
      }),
    );
    alert.success(t(proposalId === null ? `admin.accounts.done.${state}` : "accounts.done.proposed"));
  };
  // Worded here, because the dialog stands outside of the page, without its texts.
  const html = (
    <>
      <p>
        {account.owner}
        <br />
        <AccountNumber account={account} />
      </p>
      <p>
        {t("admin.accounts.check")}: {checkText(account.nameCheck)}
      </p>
    </>
  );
  return (
    <div className={styles.actions} data-no-print>
      <Button
        size="sm"
        variant="default"
        onClick={() =>
          openConfirmation({
            title: t("admin.accounts.refuseTitle", { name }),
            html,
            destructive: true,
            ...fourEyes(t("admin.accounts.refuseText"), t("admin.accounts.refuse")),
            reason: { label: t("admin.accounts.reason"), hint: t("admin.accounts.reasonHint") },
            action: (reason) => decide("refused", reason),
          })
        }
      >
        {t("admin.accounts.refuse")}
      </Button>
      <Button
        size="sm"
        onClick={() =>
          openConfirmation({
            title: t("admin.accounts.confirmTitle", { name }),
            html,
            ...fourEyes(t("admin.accounts.confirmText"), t("admin.accounts.confirm")),
            action: (reason) => decide("confirmed", reason),
          })
        }
      >
        {t("admin.accounts.confirm")}
      </Button>
    </div>
  );
}

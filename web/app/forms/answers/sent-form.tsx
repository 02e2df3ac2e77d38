/** A form that is not open: what was submitted, what happens next, and how to request an update. */

import type { Form } from "@portico/api/forms/drafts.ts";
import type { RequiredContract } from "@portico/api/forms/form-shapes.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useEffect, useRef } from "react";
import { RequiredContractText, RequiredContractTitle, WithContractTexts } from "../../holders/required-contract.tsx";
import { findTurn } from "../../holders/required-contract-turn.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation, useConfirmation } from "../../shell/dialogs/confirmation.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PrintButton } from "../../ui/print-button.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../forms.module.css";
import { useNoPlace } from "../use-place.ts";
import { SubmittedAnswers } from "./submitted-answers.tsx";

interface SentFormProps {
  holder: Holder;
  type: FormType;
  state: HolderState;
  form: Form | null;
  /** The contract that the approval requires, if any. */
  contract: RequiredContract | null;
  canRenew: boolean;
  readOnly: boolean;
  /** Just submitted from this page, so it takes the focus. */
  isJustSent: boolean;
}

export function SentForm({ holder, type, state, form, contract, canRenew, readOnly, isJustSent }: SentFormProps) {
  const t = useText();
  const runChange = useRunChange();
  useNoPlace();
  const top = useRef<HTMLDivElement>(null);
  const isAsking = useConfirmation() !== null;
  useEffect(() => {
    if (!isJustSent || isAsking) return;
    scrollTo({ top: 0 });
    top.current?.focus({ preventScroll: true });
  }, [isJustSent, isAsking]);
  function askUpdate() {
    openConfirmation({
      title: t("forms.update.title"),
      text: t("forms.update.text"),
      confirmLabel: t("forms.update.confirm"),
      action: async () => {
        await runChange<unknown>((api) =>
          holder.holderType === "user"
            ? api.users.modifyState({ params: { id: holder.holderId }, body: { newState: "pendingReKYC" } })
            : api.companies.requestUpdate({ params: { id: holder.holderId }, body: {} }),
        );
      },
    });
  }

  if (!form) return <Empty icon="document" title={t("forms.sent.none")} />;
  const isWaiting = !form.draft && (state === "pendingKYC" || state === "pendingReKYC");
  // It says that nothing is to be done.
  const mustSign = contract !== null && findTurn(contract) === "youSign";
  return (
    <>
      <div ref={top} tabIndex={-1} className={styles.top}>
        {isWaiting && (
          <Notice tone="done" title={t("forms.sent.waiting")}>
            {!mustSign && <p>{t("forms.sent.waitingExplain")}</p>}
          </Notice>
        )}
      </div>
      {isWaiting && contract && contract.contract?.state !== "approved" && (
        <WithContractTexts>
          <Notice tone="attention" title={<RequiredContractTitle required={contract} />}>
            <RequiredContractText holder={holder} required={contract} readOnly={readOnly} />
          </Notice>
        </WithContractTexts>
      )}
      {state === "postKYC" && (
        <Notice tone="done" title={t("forms.sent.approved")}>
          <p>{t("forms.sent.approvedExplain")}</p>
        </Notice>
      )}
      {state === "rejected" && (
        <Notice tone="failed" live={false} title={t("forms.sent.rejected")}>
          {form.reason && <p className={styles.reason}>{form.reason}</p>}
        </Notice>
      )}
      <SubmittedAnswers
        holder={holder}
        type={type}
        submitted={{ ...form, submitted_at: form.draft ? null : form.submitted_at }}
        actions={
          <>
            <PrintButton />
            {canRenew && (
              <Button size="sm" variant="default" onClick={askUpdate}>
                {t("forms.update.ask")}
              </Button>
            )}
            <Button size="sm" variant="default" component={LocaleLink} to="/dashboard">
              {t("forms.sent.home")}
            </Button>
          </>
        }
      />
    </>
  );
}

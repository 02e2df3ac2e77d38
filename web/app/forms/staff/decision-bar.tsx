/** The decision on a submission: approve, with the client number in the same step; return; reject. */

import { ApiError } from "@portico/api/errors.ts";
import { isClientNumber } from "@portico/api/rules/client-number.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { type ReactNode, useId, useState } from "react";
import { useSearchParams } from "react-router";
import { errorText } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { useFailure } from "../../shell/calls/use-refusal.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { useFourEyes } from "../../shell/staff/four-eyes.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { DecidedMeanwhile } from "./decided-meanwhile.tsx";
import { appended, useRemarkTools } from "./remark-tools.ts";
import styles from "./review.module.css";
import { queueIn, queueOf, reviewPath, useNextInQueue } from "./review-queue.ts";
import type { FormOf, Review } from "./review-types.ts";

const decisions = { approve: "postKYC", return: "returnedKYC", reject: "rejected" } as const;
type Decision = keyof typeof decisions;

/** A decision being entered, on the revision that was read when it was started. */
interface Asked {
  decision: Decision;
  revision: number;
}

interface DecisionBarProps {
  form: FormOf;
  review: Review;
  onDecided: () => void;
  /** What an approval waits for, where screening is not done. */
  screening: ReactNode;
}

export function DecisionBar({ form, review, onDecided, screening }: DecisionBarProps) {
  const t = useText();
  const reasonId = useId();
  const [asked, setAsked] = useState<Asked>();
  const forClient = review.remarks.filter(({ audience }) => audience === "client").length;
  const ask = (decision: Decision) => setAsked({ decision, revision: review.current.revision });
  return (
    <>
      {review.can.review && (
        <div className={styles.decision} role="toolbar" aria-label={t("admin.review.decide")}>
          <output>{t("admin.review.standing", { accepted: review.accepted.length, remarks: forClient })}</output>
          {review.can.accept && !review.can.approve && (
            <p id={reasonId} className={styles.muted}>
              {t("error.contractMissing")}
            </p>
          )}
          <span>
            <Button variant="subtle" color="red" onClick={() => ask("reject")}>
              {t("admin.review.action.reject")}
            </Button>
            <Button variant="default" onClick={() => ask("return")}>
              {t("admin.review.action.return")}
            </Button>
            {review.can.accept && (
              <Button
                disabled={!review.can.approve}
                aria-describedby={review.can.approve ? undefined : reasonId}
                onClick={() => ask("approve")}
              >
                {t("admin.review.action.approve")}
              </Button>
            )}
          </span>
        </div>
      )}
      {/* Stays open with its input, also if a colleague decides first. */}
      {asked && (
        <DecisionDialog
          form={form}
          review={review}
          asked={asked}
          forClient={forClient}
          screening={screening}
          onDecided={onDecided}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

interface DecisionDialogProps {
  form: FormOf;
  review: Review;
  asked: Asked;
  forClient: number;
  screening: ReactNode;
  onDecided: () => void;
  onClose: () => void;
}

function DecisionDialog({ form, review, asked, forClient, screening, onDecided, onClose }: DecisionDialogProps) {
  const { decision, revision } = asked;
  const t = useText();
  const tools = useRemarkTools();
  const runChange = useRunChange();
  const [reason, setReason] = useState("");
  const [number, setNumber] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useFailure<unknown>();
  const needsReason = decision === "reject" || (decision === "return" && forClient === 0);
  const isNumberFine = number.trim() === "" || isClientNumber(number.trim());
  const asksNumber = decision === "approve" && review.holder.client_number === null;
  const isNumberProposed = useFourEyes();
  const [params] = useSearchParams();
  const queue = queueIn(params) ?? queueOf(form.type);
  const next = useNextInQueue(form, queue)?.next;
  const navigate = useLocaleNavigate();
  // The reader's own decision appears just before the dialog knows that it succeeded.
  const meanwhile = busy ? null : review.decision;
  const isIncomplete = meanwhile !== null || !isNumberFine || (needsReason && reason.trim() === "");

  async function decide({ goOn = false } = {}) {
    setBusy(true);
    setFailure(undefined);
    const params = { id: form.holderId };
    const body = {
      newState: decisions[decision],
      revision,
      ...(reason.trim() && { reason: reason.trim() }),
      ...(asksNumber && number.trim() && { clientNumber: number.trim() }),
    };
    try {
      await runChange(async (api) => {
        const { proposalId } = await (form.holderType === "user"
          ? api.users.modifyState({ params, body })
          : api.companies.modifyState({ params, body }));
        alert.success(
          t(proposalId === null ? `admin.review.done.${decision}` : "admin.review.done.approveNumberWaits"),
        );
        onDecided();
      });
      // Closed after the page has updated: the button that opened the dialog is gone then, and does not take the focus
      // with it.
      onClose();
      if (goOn && next) navigate(reviewPath(next, queue));
    } catch (error) {
      // Somebody else may have decided meanwhile: the refetched data says who.
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={t(`admin.review.ask.${decision}`, { name: review.holder.name })}>
      <p>{t(`admin.review.explain.${decision}`, { count: forClient })}</p>
      {asksNumber && (
        <LimitedInput
          mt="md"
          label={t("admin.client.number")}
          description={t(isNumberProposed ? "admin.review.numberHintProposed" : "admin.review.numberHint")}
          limit={40}
          autoComplete="off"
          value={number}
          error={isNumberFine ? undefined : t("admin.client.numberBad")}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      )}
      {decision !== "approve" && (
        <LimitedTextarea
          mt="md"
          label={t("admin.review.reason")}
          description={t("admin.review.reasonHint")}
          required={needsReason}
          autosize
          minRows={3}
          limit={messageMaxLength}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {decision !== "approve" &&
        tools({ field: undefined, text: reason, onInsert: (text) => setReason((before) => appended(before, text)) })}
      {meanwhile ? <DecidedMeanwhile decision={meanwhile} /> : <Refused error={failure} screening={screening} />}
      <DialogActions onCancel={onClose} busy={busy}>
        {next && (
          <Button variant="default" loading={busy} disabled={isIncomplete} onClick={() => void decide({ goOn: true })}>
            {t("admin.review.thenNext", { action: t(`admin.review.action.${decision}`) })}
          </Button>
        )}
        <Button
          color={decision === "reject" ? "red" : undefined}
          loading={busy}
          disabled={isIncomplete}
          onClick={() => void decide()}
        >
          {t(`admin.review.action.${decision}`)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Why it was refused, with what is to be done first where that is another page's. */
function Refused({ error, screening }: { error: unknown; screening: ReactNode }) {
  const t = useText();
  if (error === undefined || error === null) return null;
  if (error instanceof ApiError && error.code === "screeningOpen") return screening;
  return <Notice tone="failed">{errorText(t, error)}</Notice>;
}

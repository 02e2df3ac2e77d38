/** The decision about a submission: approve, with the client number in the same step; return; reject. */
import { Button, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { alert } from "../../shell/alert.ts";
import { errorText, useApi } from "../../shell/api.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { useHasLevel } from "../staff-access.ts";
import { isClientNumber } from "../users/client-number.ts";
import styles from "./review.module.css";
import type { FormOf, Review } from "./use-review.ts";

const decisions = { approve: "postKYC", return: "returnedKYC", reject: "rejected" } as const;
type Decision = keyof typeof decisions;

export function DecisionBar({ form, review }: { form: FormOf; review: Review }) {
  const t = useText();
  const isOffice = useHasLevel("office");
  const [asked, setAsked] = useState<Decision>();
  const forClient = review.remarks.filter(({ audience }) => audience === "client").length;
  if (!isOffice) return <Notice>{t("admin.review.readOnly")}</Notice>;
  return (
    <div className={styles.decision} role="toolbar" aria-label={t("admin.review.decide")}>
      <output>{t("admin.review.standing", { accepted: review.accepted.length, remarks: forClient })}</output>
      <span>
        <Button variant="subtle" color="red" onClick={() => setAsked("reject")}>
          {t("admin.review.action.reject")}
        </Button>
        <Button variant="default" onClick={() => setAsked("return")}>
          {t("admin.review.action.return")}
        </Button>
        <Button onClick={() => setAsked("approve")}>{t("admin.review.action.approve")}</Button>
      </span>
      {asked && (
        <DecisionDialog
          form={form}
          review={review}
          decision={asked}
          forClient={forClient}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

interface DecisionDialogProps {
  form: FormOf;
  review: Review;
  decision: Decision;
  forClient: number;
  onClose: () => void;
}

function DecisionDialog({ form, review, decision, forClient, onClose }: DecisionDialogProps) {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  const [number, setNumber] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const needsReason = decision === "reject" || (decision === "return" && forClient === 0);
  const isNumberFine = number.trim() === "" || isClientNumber(number.trim());
  const asksNumber = decision === "approve" && review.holder.client_number === null;

  async function decide() {
    setBusy(true);
    setFailure(undefined);
    const params = { id: form.holderId };
    const body = {
      newState: decisions[decision],
      revision: review.current.revision,
      ...(reason.trim() && { reason: reason.trim() }),
      ...(asksNumber && number.trim() && { clientNumber: number.trim() }),
    };
    try {
      const { proposalId } = await (form.holderType === "user"
        ? api.users.modifyState({ params, body })
        : api.companies.modifyState({ params, body }));
      alert.success(t(proposalId === null ? `admin.review.done.${decision}` : "admin.transition.proposed"));
      onClose();
    } catch (error) {
      // Somebody else may have decided meanwhile: the page behind then says who.
      setFailure(errorText(t, error));
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: ["admin"] });
    }
  }

  return (
    <Dialog opened onClose={onClose} title={t(`admin.review.ask.${decision}`, { name: review.holder.name })}>
      <p>{t(`admin.review.explain.${decision}`, { count: forClient })}</p>
      {asksNumber && (
        <TextInput
          mt="md"
          label={t("admin.client.number")}
          description={t("admin.review.numberHint")}
          maxLength={40}
          autoComplete="off"
          value={number}
          error={isNumberFine ? undefined : t("admin.client.numberBad")}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      )}
      {decision !== "approve" && (
        <Textarea
          mt="md"
          label={t("admin.review.reason")}
          description={t("admin.review.reasonHint")}
          required={needsReason}
          autosize
          minRows={3}
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {failure && <Notice tone="failed">{failure}</Notice>}
      <DialogActions onCancel={onClose} busy={busy}>
        <Button
          color={decision === "reject" ? "red" : undefined}
          loading={busy}
          disabled={!isNumberFine || (needsReason && reason.trim() === "")}
          onClick={() => void decide()}
        >
          {t(`admin.review.action.${decision}`)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

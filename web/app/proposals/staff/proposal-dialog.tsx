/** The decision on a proposal: what is changed for whom, who proposed it and why. */

import type { DecidedSo, Proposal } from "@portico/api/proposals.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import type { ProposalDecision } from "@portico/api/rules/proposal-decisions.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { type ReactNode, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { ForeseenRetention } from "../../shell/staff/foreseen-retention.tsx";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { isStale, settingTextOf, suspendsNow } from "./proposal-labels.ts";
import styles from "./proposals.module.css";
import { ProposedChange } from "./proposed-change.tsx";
import { useDecide } from "./use-proposals.ts";

interface ProposalDialogProps {
  /** Offers ready texts to decline with. */
  ready: (onInsert: (text: string) => void) => ReactNode;
  proposal: Proposal;
  decision: ProposalDecision;
  onClose: () => void;
}

export function ProposalDialog({ proposal, decision, onClose, ready }: ProposalDialogProps) {
  const t = useText();
  const decide = useDecide();
  const [typed, setTyped] = useState("");
  const reason = typed.trim();
  const { action, after, state, proposed_by, decided_by } = proposal;
  const setting = settingTextOf(proposal);
  // A colleague was first, or the value has changed: the dialog stays and says so.
  const isDecided = state !== "open" && !decide.isPending;
  const isOffered = proposal.can[decision];

  async function send() {
    const body: DecidedSo = decision === "decline" ? { decision, reason } : { decision };
    try {
      await decide.mutateAsync({ id: proposal.id, body });
      alert.success(t(`admin.proposals.done.${decision}`));
      onClose();
    } catch {
      // Shown in the dialog.
    }
  }

  return (
    <Dialog opened onClose={onClose} title={t(`admin.proposals.ask.${decision}`)}>
      <p>{t(`admin.proposals.explain.${decision !== "confirm" && suspendsNow(proposal) ? "restore" : decision}`)}</p>
      <dl className={styles.asked}>
        <dt>{t(`admin.proposals.action.${action}`)}</dt>
        <dd>{setting ? t(setting) : proposal.holder_name}</dd>
        <ProposedChange proposal={proposal} />
        <dt>{t("admin.proposals.proposer")}</dt>
        <dd>
          {proposed_by.name}, <RecordTime at={proposal.proposed_at} />
        </dd>
        {proposal.reason !== null && (
          <>
            <dt>{t("admin.proposals.reasonLabel")}</dt>
            <dd className={styles.reason}>{proposal.reason}</dd>
          </>
        )}
      </dl>
      {decision === "confirm" && <Foreseen after={after} />}
      {decision === "decline" &&
        ready((text) => setTyped((before) => (before.trim() === "" ? text : `${before.trimEnd()}\n\n${text}`)))}
      {decision === "decline" && (
        <LimitedTextarea
          mt="md"
          label={t("admin.proposals.declineReason")}
          description={t("admin.proposals.declineReasonHint", { name: proposed_by.name })}
          required
          autosize
          minRows={2}
          limit={messageMaxLength}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {isDecided ? (
        <Notice tone="attention">
          {decided_by ? t(`admin.proposals.state.${state}`, { name: decided_by.name }) : t("admin.proposals.overtaken")}
        </Notice>
      ) : (
        decide.error && <Notice tone="failed">{errorText(t, decide.error)}</Notice>
      )}
      {!isDecided && isStale(proposal) && <Notice tone="attention">{t("admin.proposals.stale")}</Notice>}
      <DialogActions onCancel={onClose} busy={decide.isPending}>
        <Button
          loading={decide.isPending}
          disabled={!decide.isPending && (!isOffered || (decision === "decline" && reason === ""))}
          onClick={() => void send()}
        >
          {t(`admin.proposals.${decision}`)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What a confirmed setting would delete. */
function Foreseen({ after }: { after: Proposal["after"] }) {
  const t = useText();
  if (after["setting"] === "kycRules")
    return <ForeseenRetention t={t} periods={after as unknown as SettingValue<"kycRules">} />;
  if (after["setting"] === "documentTypes")
    return <ForeseenRetention t={t} types={(after as unknown as SettingValue<"documentTypes">).types} />;
  return null;
}

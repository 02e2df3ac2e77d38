/** Actions on a holder's state: a button for each transition that the table allows staff. */

import { type HolderState, type ListedState, type Transition, transitions } from "@portico/api/holder-states.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { useFailure } from "../../shell/calls/use-refusal.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useFourEyesTexts } from "../../shell/staff/four-eyes.ts";
import styles from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { ListedStateBadge } from "./listed-state.tsx";

interface HolderActionsProps {
  holder: Holder;
  name: string;
  listed: ListedState;
  /** The state that a disabled holder returns to. */
  stateBefore: HolderState | null;
  /** Current or former staff: enabling them takes two people whatever the setting. */
  everStaff?: boolean;
  can: Record<(typeof actions)[number], boolean> | undefined;
}

/** Submissions are decided on the review page. */
const actions = ["reopen", "disable", "enable"] as const;

export function HolderActions({ holder, name, listed, stateBefore, everStaff = false, can }: HolderActionsProps) {
  const t = useText();
  const [asked, setAsked] = useState<Transition>();
  const offered = transitions.filter(({ action }) => actions.some((each) => each === action && can?.[each]));
  return (
    <Section title={t("admin.holder.kyc")}>
      <p className={styles.standing}>
        <ListedStateBadge holderType={holder.holderType} state={listed} />
      </p>
      <div className={styles.actions}>
        <Button
          size="sm"
          component={LocaleLink}
          to={`/admin/${holder.holderType}/${holder.holderId}/review`}
          variant={listed === "pendingKYC" || listed === "submittedReKYC" ? "filled" : "default"}
        >
          {t("admin.holder.openForm")}
        </Button>
        {offered.map((transition) => (
          <Button key={transition.action} size="sm" variant="default" onClick={() => setAsked(transition)}>
            {t(`admin.transition.${transition.action as "reopen" | "disable" | "enable"}`)}
          </Button>
        ))}
      </div>
      {asked && (
        <TransitionDialog
          holder={holder}
          name={name}
          transition={asked}
          everStaff={everStaff}
          newState={asked.to === "before" ? (stateBefore ?? "preKYC") : asked.to}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Section>
  );
}

function TransitionDialog({
  holder,
  name,
  transition,
  newState,
  everStaff,
  onClose,
}: {
  holder: Holder;
  name: string;
  transition: Transition;
  newState: HolderState;
  everStaff: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const runChange = useRunChange();
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useFailure();
  const action = transition.action as "reopen" | "disable" | "enable";
  const guarded = useFourEyesTexts();
  const plain = { text: t(`admin.transition.${action}Text`), confirmLabel: t(`admin.transition.${action}`) };
  const comesBack = action === "enable" && everStaff;
  const guardedPlain = guarded(plain.text, plain.confirmLabel, { always: comesBack });
  const texts: typeof guardedPlain = action === "disable" || comesBack ? guardedPlain : plain;
  // A proposal needs a reason; for an immediate change it is optional.
  const asked = texts.reason;

  async function take() {
    setBusy(true);
    setFailure(undefined);
    const body = { newState, ...(reason.trim() && { reason: reason.trim() }) };
    const params = { id: holder.holderId };
    try {
      await runChange(async (api) => {
        const { proposalId } = await (holder.holderType === "user"
          ? api.users.modifyState({ params, body })
          : api.companies.modifyState({ params, body }));
        alert.success(t(proposalId === null ? "admin.transition.done" : "admin.transition.proposed"));
      });
      // Closed after the page has updated: a button that no longer exists cannot have the focus.
      onClose();
    } catch (error) {
      setFailure(errorText(t, error));
      setBusy(false);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={t(`admin.transition.${action}Title`, { name })}>
      <p>{texts.text}</p>
      <LimitedTextarea
        mt="md"
        label={asked?.label ?? t("admin.transition.reason")}
        description={asked?.hint}
        required={asked !== undefined}
        autosize
        minRows={2}
        limit={messageMaxLength}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {failure && <Notice tone="failed">{failure}</Notice>}
      <DialogActions onCancel={onClose} busy={busy}>
        <Button
          color={action === "disable" ? "red" : undefined}
          onClick={() => void take()}
          loading={busy}
          disabled={asked !== undefined && reason.trim() === ""}
        >
          {texts.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

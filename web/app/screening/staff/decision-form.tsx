/** The decision on a candidate, with its reason. */
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { type CandidateAction, candidateActions } from "@portico/api/rules/screening.ts";
import type { Candidate } from "@portico/api/screening.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import styles from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useAfterDecision } from "./after-decision.ts";
import { ClearMany } from "./clear-many.tsx";
import own from "./screening.module.css";
import { useDecideCandidate } from "./use-screening.ts";

const filled: readonly CandidateAction[] = ["false", "confirm"];
const settles: readonly CandidateAction[] = ["false", "propose", "confirm"];

export function DecisionForm({ candidate }: { candidate: Candidate }) {
  const { id, state, can, proposedBy } = candidate;
  const t = useText();
  const decide = useDecideCandidate(id);
  const goOn = useAfterDecision(candidate);
  const [typed, setTyped] = useState("");
  const [isClearing, setClearing] = useState(false);
  const reason = typed.trim();
  const offered = candidateActions.filter((action) => can[action]);
  const send = (action: CandidateAction) =>
    decide.mutate(
      { action, state, reason },
      {
        onSuccess: () => {
          alert.success(t(`admin.screening.done.${action}`));
          if (settles.includes(action)) void goOn();
        },
      },
    );
  return (
    <Section title={t("admin.screening.decide")} onScreen>
      {proposedBy && <Notice tone="attention">{t("admin.screening.proposedBy", { name: proposedBy.name })}</Notice>}
      {offered.length === 0 && state !== "over" && <Notice>{t("admin.screening.notYours")}</Notice>}
      {offered.length > 0 && (
        <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
          <LimitedTextarea
            label={t("admin.screening.reason")}
            description={t("admin.screening.reasonHint")}
            required
            autosize
            minRows={2}
            limit={messageMaxLength}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {decide.error && <Notice tone="failed">{errorText(t, decide.error)}</Notice>}
          <div className={own.buttons}>
            {offered.map((action) => (
              <Button
                key={action}
                size="sm"
                variant={filled.includes(action) ? "filled" : "default"}
                loading={decide.isPending}
                disabled={reason === ""}
                onClick={() => send(action)}
              >
                {t(`admin.screening.action.${action}`)}
              </Button>
            ))}
            {can.false && (
              <Button size="sm" variant="subtle" onClick={() => setClearing(true)}>
                {t("admin.screening.clear")}
              </Button>
            )}
          </div>
        </form>
      )}
      {isClearing && <ClearMany rows={[candidate]} onClose={() => setClearing(false)} onDone={() => void goOn()} />}
    </Section>
  );
}

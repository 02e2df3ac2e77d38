/** The state of a corporate action, and of a holder in its run. */
import type { ActionState, ShareState } from "@portico/api/rules/corporate-actions.ts";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";

const ofActions: Record<ActionState, StatusColour> = {
  announced: "orange",
  confirmed: "blue",
  applying: "blue",
  applied: "green",
  undoing: "blue",
  undone: "grey",
  cancelled: "red",
};
const ofShares: Record<ShareState, StatusColour> = {
  waiting: "grey",
  ready: "blue",
  nothing: "grey",
  known: "grey",
  unclear: "orange",
  refused: "red",
  leftOut: "grey",
  booked: "green",
  undone: "grey",
  failed: "red",
};

export function ActionBadge({ state }: { state: ActionState }) {
  const t = useText();
  return (
    <StatusBadge status={state} colour={ofActions[state]}>
      {t(`admin.actions.state.${state}`)}
    </StatusBadge>
  );
}

export function ShareBadge({ state }: { state: ShareState }) {
  const t = useText();
  return (
    <StatusBadge status={state} colour={ofShares[state]}>
      {t(`admin.actions.share.${state}`)}
    </StatusBadge>
  );
}

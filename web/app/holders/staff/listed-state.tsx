/** A holder's state in staff's terms: distinguishes a renewal that waits for staff from one that waits for the client. */
import { type ListedState, listedStates } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { type Translate, useText } from "../../ui/text.tsx";

export function listedStateText(t: Translate, holderType: Holder["holderType"], state: ListedState): string {
  if (state === "submittedReKYC") return t("admin.state.submittedReKYC");
  return t(`${holderType === "user" ? "users" : "companies"}.state.${state}`);
}

/** For a select of states: those waiting for staff are together. */
export const listedStateChoices: readonly ListedState[] = listedStates.toSpliced(2, 0, "submittedReKYC").slice(0, -1);

export function ListedStateBadge({ holderType, state }: { holderType: Holder["holderType"]; state: ListedState }) {
  const t = useText();
  return (
    <StatusBadge status={state === "submittedReKYC" ? "pendingReKYC" : state}>
      {listedStateText(t, holderType, state)}
    </StatusBadge>
  );
}

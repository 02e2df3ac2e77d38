/** Who may decide a candidate, and when. The moves are in api/rules/screening.ts. */
import {
  type CandidateAction,
  type CandidateState,
  candidateActions,
  candidateMoves,
} from "@portico/api/rules/screening.ts";
import { screening } from "@portico/api/screening.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { canOf, type Verdict } from "../../../kernel/policy.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { refusalToDecide } from "../../holders/holders.policy.ts";

export interface Decidable {
  holder: Holder;
  state: CandidateState;
  proposedBy: number | null;
}

/** Who said that it is true does not confirm it, and nobody else takes that back. */
const refusalOfProposer: Partial<Record<CandidateAction, (isOwn: boolean) => Verdict>> = {
  confirm: (isOwn) => (isOwn ? "fourEyes" : null),
  decline: (isOwn) => (isOwn ? "fourEyes" : null),
  withdraw: (isOwn) => (isOwn ? null : "forbidden"),
};

/** Office decides, and nobody about themselves or a company that they act for. */
export const refusalToAct = (
  viewer: Viewer,
  { holder, state, proposedBy }: Decidable,
  action: CandidateAction,
): Verdict =>
  refusalToDecide(viewer, screening.decide, holder) ??
  (candidateMoves[action].from.includes(state) ? null : "stateConflict") ??
  refusalOfProposer[action]?.(proposedBy === viewer.userId) ??
  null;

/** What the viewer may do about it. */
export const canAct = (viewer: Viewer, candidate: Decidable): Record<CandidateAction, boolean> =>
  canOf(
    Object.fromEntries(candidateActions.map((action) => [action, refusalToAct(viewer, candidate, action)])) as Record<
      CandidateAction,
      Verdict
    >,
  );

/** What may be done with a corporate action, and when. */
import { corporateActions as calls } from "@portico/api/corporate-actions.ts";
import type { ActionState, RunKind, RunState } from "@portico/api/rules/corporate-actions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { staffVerdict, type Verdict } from "../../kernel/policy.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { refusalToDecide } from "../holders/holders.policy.ts";

/** What decides about an action. */
export interface ActionStatus {
  state: ActionState;
  changedBy: number;
  deadline: Date | null;
  clientDeadline: Date | null;
}

const inStates =
  (...states: readonly ActionState[]) =>
  ({ state }: Pick<ActionStatus, "state">): Verdict =>
    states.includes(state) ? null : "stateConflict";

/** One that was undone can be corrected, and begins anew. */
export const refusalToChange = (viewer: Pick<Viewer, "role">, status: ActionStatus): Verdict =>
  staffVerdict(viewer, calls.change) ?? inStates("announced", "confirmed", "undone")(status);

export const refusalToCancel = (viewer: Pick<Viewer, "role">, status: ActionStatus): Verdict =>
  staffVerdict(viewer, calls.cancel) ?? inStates("announced", "confirmed", "undone")(status);

/** With four eyes on, not by who stated it last (`fourEyes`). An undone one is confirmed again before it is applied again. */
export const refusalToConfirm = (
  viewer: Pick<Viewer, "role" | "userId">,
  status: ActionStatus,
  { byTwo }: { byTwo: boolean },
): Verdict =>
  staffVerdict(viewer, calls.confirm) ??
  inStates("announced", "undone")(status) ??
  (byTwo && status.changedBy === viewer.userId ? "fourEyes" : null);

/**
 * What is applied is confirmed; once applied, holders who were refused may be tried again. Where something is to be chosen, not
 * before the clients' deadline (`deadlineAhead`).
 */
export function refusalToPreview(
  viewer: Pick<Viewer, "role">,
  status: ActionStatus,
  { kind, now }: { kind: RunKind; now: Date },
): Verdict {
  const refusal = staffVerdict(viewer, calls.preview);
  if (refusal !== null) return refusal;
  if (kind === "undo") return inStates("applied")(status);
  const conflict = inStates("confirmed", "applied")(status);
  if (conflict !== null) return conflict;
  return status.clientDeadline !== null && now < status.clientDeadline ? "deadlineAhead" : null;
}

/** A preview of the terms that count is started once; open questions are answered first (`questionsOpen`). */
export function refusalToStart(
  viewer: Pick<Viewer, "role">,
  run: { state: RunState; kind: RunKind; isCurrent: boolean; unclear: number; refused: number },
): Verdict {
  const refusal = staffVerdict(viewer, calls.start);
  if (refusal !== null) return refusal;
  if (run.state !== "previewed" || !run.isCurrent) return "stateConflict";
  // Whoever stands in the way of undoing is listed: nothing is undone then.
  if (run.kind === "undo" && run.refused > 0) return "stateConflict";
  return run.unclear > 0 ? "questionsOpen" : null;
}

export const refusalToDrop = (viewer: Pick<Viewer, "role">, { state }: { state: RunState }): Verdict =>
  staffVerdict(viewer, calls.drop) ?? (state === "previewed" || state === "calculating" ? null : "stateConflict");

/** Nobody decides about themselves, or about a company that they act for (`fourEyes`). */
export const refusalToDecideShare = (viewer: Viewer, holder: Holder, { state }: { state: RunState }): Verdict =>
  refusalToDecide(viewer, calls.decide, holder) ?? (state === "previewed" ? null : "stateConflict");

/** Elections are of confirmed actions, until a deadline. */
export function refusalToElect(status: ActionStatus, { now, byStaff }: { now: Date; byStaff: boolean }): Verdict {
  const deadline = byStaff ? status.deadline : status.clientDeadline;
  if (deadline === null || status.state !== "confirmed") return "stateConflict";
  return now < deadline ? null : "deadlinePassed";
}

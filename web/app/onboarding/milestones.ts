/** The steps of becoming a client, or of a renewal: what is done and whose turn it is. */
import type { HolderState } from "@portico/api/holder-states.ts";

type MilestoneStatus = "done" | "now" | "later";
export interface Milestone {
  id: "account" | "form" | "review" | "number";
  status: MilestoneStatus;
  /** Whose turn it is, for an open step. */
  ball?: "you" | "we";
}

interface Stage {
  state: HolderState;
  /** The form is with staff. */
  submitted: boolean;
  hasNumber: boolean;
}

/** A holder with a number was approved before, so an open form is a renewal. */
export const isRenewal = ({ state, hasNumber }: Pick<Stage, "state" | "hasNumber">): boolean =>
  state === "pendingReKYC" || (state === "returnedKYC" && hasNumber);

export function milestonesOf({ state, submitted, hasNumber }: Stage): Milestone[] {
  const isWaiting = state === "pendingKYC" || (state === "pendingReKYC" && submitted);
  const isApproved = state === "postKYC";
  const form: Milestone =
    isWaiting || isApproved ? { id: "form", status: "done" } : { id: "form", status: "now", ball: "you" };
  const review: Milestone = isApproved
    ? { id: "review", status: "done" }
    : isWaiting
      ? { id: "review", status: "now", ball: "we" }
      : { id: "review", status: "later" };
  const number: Milestone = hasNumber
    ? { id: "number", status: "done" }
    : isApproved
      ? { id: "number", status: "now", ball: "we" }
      : { id: "number", status: "later" };
  // The account was created and confirmed long ago; its number is a step only if missing.
  if (isRenewal({ state, hasNumber })) return hasNumber ? [form, review] : [form, review, number];
  return [{ id: "account", status: "done" }, form, review, number];
}

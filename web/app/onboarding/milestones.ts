/** The steps of becoming a client, or of a renewal: what is done and whose turn it is. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { ContractTurn } from "../holders/required-contract-turn.ts";

type MilestoneStatus = "done" | "now" | "later";
export interface Milestone {
  id: "account" | "form" | "contract" | "review" | "number";
  status: MilestoneStatus;
  /** Whose turn it is, for an open step. */
  ball?: "you" | "we";
}

interface Stage {
  state: HolderState;
  /** The form is with staff. */
  submitted: boolean;
  hasNumber: boolean;
  /** Whose turn it is with the contract that the approval requires, if it requires one. */
  contract?: ContractTurn | undefined;
}

/** A holder with a number was approved before, so an open form is a renewal. */
export const isRenewal = ({ state, hasNumber }: Pick<Stage, "state" | "hasNumber">): boolean =>
  state === "pendingReKYC" || (state === "returnedKYC" && hasNumber);

/** The contract can be signed before the form is sent, and while it is reviewed. */
function contractOf(turn: ContractTurn, isWaiting: boolean): Milestone {
  if (turn === "signed") return { id: "contract", status: "done" };
  if (turn === "youSign") return { id: "contract", status: "now", ball: "you" };
  if (turn === "othersSign") return { id: "contract", status: "now" };
  if (turn === "firmSends" && !isWaiting) return { id: "contract", status: "later" };
  return { id: "contract", status: "now", ball: "we" };
}

export function listMilestones({ state, submitted, hasNumber, contract: turn }: Stage): Milestone[] {
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
  // Who was approved before the firm required it owes nothing.
  const contract = turn === undefined || (isApproved && turn !== "signed") ? [] : [contractOf(turn, isWaiting)];
  // The account was created and confirmed long ago; its number is a step only if missing.
  if (isRenewal({ state, hasNumber }))
    return hasNumber ? [form, ...contract, review] : [form, ...contract, review, number];
  return [{ id: "account", status: "done" }, form, ...contract, review, number];
}

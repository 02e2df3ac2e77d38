/** Who may do what with a form, and when; the states are in api/holder-states.ts. */
import { contracts } from "@portico/api/contracts.ts";
import { isClosedStep, type Locks } from "@portico/api/forms/closed-steps.ts";
import { forms } from "@portico/api/forms/endpoints.ts";
import type { RequiredContract } from "@portico/api/forms/form-shapes.ts";
import { type FormType, finalCheck } from "@portico/api/forms/forms.ts";
import {
  type HolderState,
  isClosed,
  openStates,
  reviewedStates,
  type StateAction,
} from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { staffVerdict, type Verdict } from "../../kernel/policy.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";
import { refusalToDecide } from "../holders/holders.policy.ts";

/** A form's status: its holder's state, and whether a submission awaits its decision. */
export interface FormStatus {
  state: HolderState;
  isWaiting: boolean;
}

/** The form of a holder: `KYC` for a person, `companyKYC` for a company. */
export const formTypeOf = ({ holderType }: Pick<Holder, "holderType">): FormType =>
  holderType === "user" ? "KYC" : "companyKYC";

/** The form can be filled in and submitted: the state is open, and no submission is waiting. */
export const isOpen = ({ state, isWaiting }: FormStatus): boolean => openStates.includes(state) && !isWaiting;

/** The submission can be remarked on, accepted by step and decided. */
export const isReviewable = ({ state, isWaiting }: FormStatus): boolean => reviewedStates.includes(state) && isWaiting;

/** The holder fills the form in, and office for them, as long as it is open. */
export const refusalToFill = (viewer: Viewer, holder: Holder, status: FormStatus): Verdict =>
  (isHolder(viewer, holder) ? null : staffVerdict(viewer, forms.create)) ?? (isOpen(status) ? null : "stateConflict");

/** Office remarks on what waits, returns and rejects it; nobody what is their own. */
export const refusalToReview = (viewer: Viewer, holder: Holder, status: FormStatus): Verdict =>
  refusalToDecide(viewer, forms.addRemark, holder) ?? (isReviewable(status) ? null : "stateConflict");

/** Submitting a renewal keeps the state; any other submission makes the holder pending. */
export const submitActionOf = (state: HolderState): StateAction => (state === "pendingReKYC" ? "resubmit" : "submit");

/** Explanations of inconsistencies belong to no step and are always open. */
export const isLocked = (step: string, locks: Locks): boolean => step !== finalCheck && isClosedStep(step, locks);

/** Steps that a returned revision reopens: null for all; in a renewal its own, and those with remarks. */
export const reopenedSteps = (renew: readonly string[] | null, remarked: readonly string[]): string[] | null =>
  renew === null ? null : [...new Set([...renew, ...remarked])];

/** Whoever submitted a form, or filled in any of it, never approves the form or a step of it. */
export const refusalToAccept = (
  { userId }: Pick<Viewer, "userId">,
  { submittedBy, filledBy }: { submittedBy: number; filledBy: readonly number[] },
): Verdict => (userId === submittedBy || filledBy.includes(userId) ? "fourEyes" : null);

/**
 * Nobody approves a form before the holder has the contract that the firm requires. Both sides must have signed: then
 * nothing moves it from its state any more. The seal is not awaited, because it is a job that changes nobody's will.
 */
export const refusalToApprove = (
  viewer: Pick<Viewer, "userId">,
  form: { submittedBy: number; filledBy: readonly number[] },
  required: Pick<RequiredContract, "contract"> | null,
): Verdict =>
  refusalToAccept(viewer, form) ??
  (required === null || required.contract?.state === "approved" ? null : "contractMissing");

/** Office sends the required contract as any other: to nobody who was rejected or disabled, and not to themselves. */
export const refusalToSendContract = (viewer: Viewer, holder: Holder, state: HolderState): Verdict =>
  refusalToDecide(viewer, contracts.save, holder) ?? (isClosed(state) ? "stateConflict" : null);

/** The client must learn what is wanted: a reason, or remarks at the fields; a rejection always needs a reason. */
export const isExplained = (
  decision: "approved" | "returned" | "rejected",
  { reason, remarks }: { reason: string | null; remarks: number },
): boolean => decision === "approved" || reason !== null || (decision === "returned" && remarks > 0);

/** The step of a path. */
export const stepOf = (path: string): string => path.split(".", 1)[0] ?? "";

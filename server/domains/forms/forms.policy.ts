/** Who may do what with a form, and when; the states themselves are api/holder-states.ts's to say. */
import { type FormType, lastLook } from "@portico/api/forms/forms.ts";
import { type HolderState, judgedStates, openStates, type StateAction } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";

/** How a holder's form stands: its holder's state, and whether a submission waits for its decision. */
export interface Standing {
  state: HolderState;
  isWaiting: boolean;
}

/** A person fills in `KYC`, a company `companyKYC`; there is no other form of theirs. */
export const formTypeOf = ({ holderType }: Pick<Holder, "holderType">): FormType =>
  holderType === "user" ? "KYC" : "companyKYC";

/** The form can be filled in and submitted: the state is open, and nothing that was submitted waits. */
export const isOpen = ({ state, isWaiting }: Standing): boolean => openStates.includes(state) && !isWaiting;

/** The submission can be remarked on, accepted by steps and decided. */
export const isJudged = ({ state, isWaiting }: Standing): boolean => judgedStates.includes(state) && isWaiting;

/** A renewal's submission leaves the state as it is; any other makes the holder pending. */
export const submitActionOf = (state: HolderState): StateAction => (state === "pendingReKYC" ? "resubmit" : "submit");

/** Which steps a draft leaves alone: those that a reviewer accepted, and in a renewal those that are not renewed. */
export interface Locks {
  accepted: readonly string[];
  renew: readonly string[] | null;
}
/** What the client explains at the last look belongs to no step, and is always open. */
export const isLocked = (step: string, { accepted, renew }: Locks): boolean =>
  step !== lastLook && (accepted.includes(step) || (renew !== null && !renew.includes(step)));

/** The steps that a returned revision opens again: null for all; in a renewal its own, and those that have remarks. */
export const reopenedSteps = (renew: readonly string[] | null, remarked: readonly string[]): string[] | null =>
  renew === null ? null : [...new Set([...renew, ...remarked])];

/** Whoever submitted a form, or filled in any of it, never approves it nor a step of it. */
export const mayApprove = (
  userId: number,
  { submittedBy, filledBy }: { submittedBy: number; filledBy: readonly number[] },
): boolean => userId !== submittedBy && !filledBy.includes(userId);

/** The client learns what is wanted: words of the reviewer, or remarks at the fields; a rejection always says why. */
export const isExplained = (
  decision: "approved" | "returned" | "rejected",
  { reason, remarks }: { reason: string | null; remarks: number },
): boolean => decision === "approved" || reason !== null || (decision === "returned" && remarks > 0);

/** The step that a path lies in. */
export const stepOf = (path: string): string => path.split(".", 1)[0] ?? "";

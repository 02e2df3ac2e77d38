/** Who may do what with a user's account. */
import { type HolderState, ownNameStates } from "@portico/api/holder-states.ts";
import { users } from "@portico/api/users.ts";
import { canOf, staffVerdict, type Verdict } from "../../kernel/policy.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { canDecide, refusalToDecide } from "../holders/holders.policy.ts";

/** The states in which the viewer may change the name: the person before it was confirmed, office another's in any. */
export const namableStates = (viewer: Viewer, userId: number): readonly HolderState[] | "any" =>
  viewer.userId !== userId && staffVerdict(viewer, users.setName) === null ? "any" : ownNameStates;

/** Why the viewer may not change the name, or null. */
export function refusalToName(viewer: Viewer, { id, state }: { id: number; state: HolderState }): Verdict {
  if (viewer.userId !== id) return staffVerdict(viewer, users.setName);
  const states = namableStates(viewer, id);
  return states === "any" || states.includes(state) ? null : "stateConflict";
}

/** Admins give roles; nobody changes their own. */
export const refusalToSetRole = (viewer: Viewer, userId: number): Verdict =>
  staffVerdict(viewer, users.setRole) ?? (viewer.userId === userId ? "stateConflict" : null);

/** There must be something to reset, of somebody who can sign in; nobody resets their own. */
export const refusalToResetFactors = (
  viewer: Viewer,
  { id, isDisabled, ownFactor }: { id: number; isDisabled: boolean; ownFactor: boolean },
): Verdict =>
  refusalToDecide(viewer, users.resetFactors, { holderType: "user", holderId: id }) ??
  (isDisabled || !ownFactor ? "stateConflict" : null);

/** What staff may do about a user, for an answer. */
export const canOfUser = (viewer: Viewer, user: { id: number; state: HolderState; ownFactor: boolean }) => ({
  ...canDecide(viewer, { holder: { holderType: "user", holderId: user.id }, state: user.state }),
  ...canOf({
    setName: refusalToName(viewer, user),
    setRole: refusalToSetRole(viewer, user.id),
    resetFactors: refusalToResetFactors(viewer, { ...user, isDisabled: user.state === "disabled" }),
  }),
});

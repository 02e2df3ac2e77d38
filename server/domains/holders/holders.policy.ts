/** What staff may do about a holder, by their role and by whether they are the holder or act for it. */
import { companies } from "@portico/api/companies.ts";
import type { Access } from "@portico/api/endpoint.ts";
import { type HolderState, type StateAction, type StateActor, transitionsFrom } from "@portico/api/holder-states.ts";
import { notifications } from "@portico/api/notifications.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { users } from "@portico/api/users.ts";
import { canOf, staffVerdict, type Verdict } from "../../kernel/policy.ts";
import { hasLevel, isHolder, type Viewer } from "../../kernel/viewer.ts";

const callsOf = { user: users, company: companies };

/** Why the viewer may not make the call about the holder: nobody decides about themselves, or about a company they act for (`fourEyes`). */
export const refusalToDecide = (viewer: Viewer, call: { access: Access }, holder: Holder): Verdict =>
  staffVerdict(viewer, call) ?? (isHolder(viewer, holder) ? "fourEyes" : null);

/** Number, colleague in charge and, of a user, facts and groups. */
export const refusalToChange = (viewer: Viewer, holder: Holder): Verdict =>
  refusalToDecide(viewer, callsOf[holder.holderType].setClientNumber, holder);

/** Nobody makes themselves a representative, or ends it before reviewing the company. */
export const refusalToRepresent = (viewer: Viewer, userIds: readonly number[]): Verdict =>
  staffVerdict(viewer, users.editRepresentations) ?? (userIds.includes(viewer.userId) ? "fourEyes" : null);

/** The capacity in which the viewer acts: nobody decides about themselves. Null for staff who decide nothing. */
export function actorOf(viewer: Viewer, holder: Holder): StateActor | null {
  if (isHolder(viewer, holder)) return "holder";
  if (hasLevel(viewer, "admin")) return "admin";
  return hasLevel(viewer, "office") ? "office" : null;
}

/** Why the viewer may not take the action on a holder in that state, by the one table of api/holder-states.ts. */
export function refusalToMove(
  viewer: Viewer,
  { holder, state }: { holder: Holder; state: HolderState },
  action: StateAction,
): Verdict {
  const actor = actorOf(viewer, holder);
  if (actor === null) return "forbidden";
  return transitionsFrom(state, actor).some((transition) => transition.action === action) ? null : "stateConflict";
}

/** What staff may do about a holder of either kind, for an answer. */
export const canDecide = (viewer: Viewer, status: { holder: Holder; state: HolderState }) =>
  canOf({
    change: refusalToChange(viewer, status.holder),
    represent: refusalToRepresent(viewer, status.holder.holderType === "user" ? [status.holder.holderId] : []),
    notify: staffVerdict(viewer, notifications.send),
    reopen: refusalToMove(viewer, status, "reopen"),
    disable: refusalToMove(viewer, status, "disable"),
    enable: refusalToMove(viewer, status, "enable"),
  });

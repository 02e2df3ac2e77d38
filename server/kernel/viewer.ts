/** The caller, as found by the session query of this call. */

import type { HolderState } from "@portico/api/holder-states.ts";
import { hasStaffLevel, type Role, type StaffLevel } from "@portico/api/permissions.ts";
import type { DelegatedPart } from "@portico/api/rules/delegations.ts";
import type { Holder } from "@portico/api/shapes.ts";

/** The key with which a machine makes a call, with the rights of the person who answers for it. */
export interface MachineKey {
  id: number;
  name: string;
  scopes: readonly string[];
}

export interface Viewer {
  /** The machine's key, instead of a session. */
  key?: MachineKey;
  /** 0 with a key. */
  sessionId: number;
  userId: number;
  role: Role;
  state: HolderState;
  name: string;
  /** The user's own account at the custodian. */
  clientNumber: string | null;
  /** Companies that the user currently represents. */
  represents: readonly number[];
  /** Companies that the user created and that were never approved: the user completes their form. */
  begun: readonly number[];
  /** What others let the user read today. */
  delegated: readonly Delegated[];
  /** Until when a code confirmed with check-validation permits one sensitive call. */
  freshUntil: Date | null;
  /** Until when sensitive calls wait after a password reset; null without a recent reset. */
  coolingUntil: Date | null;
  /** A member of staff without the second factor that the firm requires. */
  lacksSecondFactor: boolean;
}

/** What a holder lets somebody read. */
export interface Delegated {
  holder: Holder;
  parts: readonly DelegatedPart[];
}

/** A user, and the companies that they act for. */
type Actor = Pick<Viewer, "userId" | "represents" | "begun" | "key">;

/** True if the viewer is the holder, or represents or created the company that is. A machine never is. */
export const isHolder = (viewer: Actor, holder: Holder): boolean =>
  viewer.key === undefined && isPersonOf(viewer, holder);

const isPersonOf = (viewer: Actor, holder: Holder): boolean =>
  holder.holderType === "user"
    ? holder.holderId === viewer.userId
    : viewer.represents.includes(holder.holderId) || viewer.begun.includes(holder.holderId);

/** The parts of the holder's that the viewer may read as a delegate. */
export const delegatedPartsOf = ({ delegated }: Pick<Viewer, "delegated">, holder: Holder): readonly DelegatedPart[] =>
  delegated
    .filter((one) => one.holder.holderType === holder.holderType && one.holder.holderId === holder.holderId)
    .flatMap(({ parts }) => parts);

/** True if the viewer reads what is the holder's as staff of the firm: not as the holder, and not as a delegate. */
export const readsAsStaff = (viewer: Viewer, holder: Holder): boolean =>
  hasLevel(viewer, "internal") && !isHolder(viewer, holder);

export const hasLevel = (viewer: Viewer, level: StaffLevel): boolean => hasStaffLevel(viewer.role, level);

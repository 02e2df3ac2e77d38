/** Who makes a call, as the one session query found them now. */

import type { HolderState } from "@portico/api/holder-states.ts";
import { hasStaffLevel, type Role, type StaffLevel } from "@portico/api/permissions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Refusal } from "./refusal.ts";

export interface Viewer {
  sessionId: number;
  userId: number;
  role: Role;
  state: HolderState;
  name: string;
  /** The user's own account at the custodian. */
  clientNumber: string | null;
  /** Companies that the user represents at this moment. */
  represents: readonly number[];
  /** Companies that the user has begun and that were never approved: their form is the user's to fill in. */
  begun: readonly number[];
  /** Until when a code confirmed by check-validation lets one sensitive call through. */
  freshUntil: Date | null;
  /** Until when sensitive calls wait after a password reset; null where none was made lately. */
  coolingUntil: Date | null;
  /** A member of staff without the second factor that the firm demands. */
  lacksSecondFactor: boolean;
}

/** Who somebody is, and for whom they act. */
type Actor = Pick<Viewer, "userId" | "represents" | "begun">;

/** True where the viewer is the holder, or represents the company that is, or has begun it. */
export const isHolder = (viewer: Actor, holder: Holder): boolean =>
  holder.holderType === "user"
    ? holder.holderId === viewer.userId
    : viewer.represents.includes(holder.holderId) || viewer.begun.includes(holder.holderId);

/**
 * Refuses (`fourEyes`) what staff decide about a holder where they are that holder or act for it: another member of staff has to,
 * whatever the settings say.
 */
export function refuseOwn(viewer: Actor, holder: Holder): void {
  if (isHolder(viewer, holder)) throw new Refusal("fourEyes");
}

export const hasLevel = (viewer: Viewer, level: StaffLevel): boolean => hasStaffLevel(viewer.role, level);

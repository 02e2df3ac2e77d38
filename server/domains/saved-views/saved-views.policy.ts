/** Who may replace, delete or take over a view. */
import type { Verdict } from "../../kernel/policy.ts";
import { hasLevel, type Viewer } from "../../kernel/viewer.ts";

export interface ViewOwner {
  created_by: number;
  shared: boolean;
  /** The owner is no longer staff. */
  owner_left: boolean;
}

/** Whoever saved it, and of a shared one office. */
export const refusalToChangeView = (viewer: Viewer, { created_by: owner, shared }: ViewOwner): Verdict =>
  owner === viewer.userId || (shared && hasLevel(viewer, "office")) ? null : "forbidden";

/** Office, once nobody of the staff owns it. */
export const refusalToTakeView = (viewer: Viewer, { shared, owner_left }: ViewOwner): Verdict =>
  !shared || !hasLevel(viewer, "office") ? "forbidden" : owner_left ? null : "stateConflict";

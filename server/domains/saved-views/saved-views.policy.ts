/** Who may replace or delete a view of the team. */
import type { Verdict } from "../../kernel/policy.ts";
import { hasLevel, type Viewer } from "../../kernel/viewer.ts";

/** Whoever saved it, and office. */
export const refusalToChangeView = (viewer: Viewer, createdBy: number): Verdict =>
  createdBy === viewer.userId || hasLevel(viewer, "office") ? null : "forbidden";

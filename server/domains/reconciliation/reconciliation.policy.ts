/** Who may work on breaks. */
import { reconciliation } from "@portico/api/reconciliation.ts";
import type { BreakState } from "@portico/api/rules/reconciliation.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Verdict } from "../../kernel/policy.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { refusalToDecide } from "../holders/holders.policy.ts";

/** Nobody about their own holdings; a closed break is done. */
export const refusalToWork = (viewer: Viewer, holder: Holder, state: BreakState): Verdict =>
  refusalToDecide(viewer, reconciliation.explainBreak, holder) ?? (state === "closed" ? "stateConflict" : null);

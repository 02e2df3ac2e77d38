/** Who may state what is agreed with a client, and what is said of positions. */
import { mandates } from "@portico/api/mandates.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Verdict } from "../../kernel/policy.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { refusalToDecide } from "../holders/holders.policy.ts";

/** Nobody about themselves, or about a company that they act for. */
export const refusalToRecord = (viewer: Viewer, holder: Holder): Verdict =>
  refusalToDecide(viewer, mandates.record, holder);

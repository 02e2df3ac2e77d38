/** Who may do what about the rights of people whose data is kept. */
import { dataRights } from "@portico/api/data-rights.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Verdict } from "../../kernel/policy.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { refusalToDecide } from "../holders/holders.policy.ts";

/** Of a hold: nobody about themselves, or about a company they act for; nothing is left to hold of an erased one. */
export const refusalToHold = (viewer: Viewer, holder: Holder, { isErased }: { isErased: boolean }): Verdict =>
  refusalToDecide(viewer, dataRights.placeHold, holder) ?? (isErased ? "stateConflict" : null);

/** Only one that stands is lifted; a proposed one is withdrawn or declined. */
export const refusalToLift = (viewer: Viewer, holder: Holder, { state }: { state: string }): Verdict =>
  refusalToDecide(viewer, dataRights.liftHold, holder) ?? (state === "placed" ? null : "stateConflict");

/** Of people alone: a company's records are mostly about others. */
export const refusalToArchive = (viewer: Viewer, holder: Holder, { isErased }: { isErased: boolean }): Verdict =>
  refusalToDecide(viewer, dataRights.askArchive, holder) ??
  (isErased || holder.holderType === "company" ? "stateConflict" : null);

/** Of people alone; nothing under a hold. */
export const refusalToErase = (
  viewer: Viewer,
  holder: Holder,
  { held, isErased }: { held: boolean; isErased: boolean },
): Verdict =>
  refusalToDecide(viewer, dataRights.askErasure, holder) ??
  (held || isErased || holder.holderType === "company" ? "stateConflict" : null);

/** What may be done with documents for many. */
import { documents } from "@portico/api/documents.ts";
import type { BatchState } from "@portico/api/rules/document-batches.ts";
import { staffVerdict, type Verdict } from "../../../kernel/policy.ts";
import type { Viewer } from "../../../kernel/viewer.ts";

interface BatchStatus {
  state: BatchState;
  /** Of files that are not left out. */
  files: number;
  faults: number;
}

/** While nothing is added, office decides what is left out. */
export const refusalToExclude = (viewer: Viewer, { state }: Pick<BatchStatus, "state">): Verdict =>
  staffVerdict(viewer, documents.excludeFromBatch) ?? (state === "ready" ? null : "stateConflict");

/** All or none: not while a single file has a fault. */
export const refusalToConfirm = (viewer: Viewer, { state, files, faults }: BatchStatus): Verdict =>
  staffVerdict(viewer, documents.confirmBatch) ??
  (state === "ready" && files > 0 && faults === 0 ? null : "stateConflict");

/** What is added stays; the list forgets it by itself. */
export const refusalToDiscard = (viewer: Viewer, { state }: Pick<BatchStatus, "state">): Verdict =>
  staffVerdict(viewer, documents.discardBatch) ?? (state === "added" ? "stateConflict" : null);

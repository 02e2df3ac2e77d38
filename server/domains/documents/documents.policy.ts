/** Who may add, remove and restore a document. */
import { type DocumentType, documents } from "@portico/api/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { staffVerdict, type Verdict } from "../../kernel/policy.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";
import { refusalToDecide } from "../holders/holders.policy.ts";

interface DocumentStatus {
  holder: Holder;
  createdBy: number;
  isUsed: boolean;
  isInBin: boolean;
}

/** Staff add for others, of any type; holders add what the firm lets clients add. */
export const refusalToAdd = (viewer: Viewer, holder: Holder, type: Pick<DocumentType, "clientsAdd">): Verdict =>
  isHolder(viewer, holder) ? (type.clientsAdd ? null : "forbidden") : staffVerdict(viewer, documents.add);

/** Whoever added the document adds versions of it, or office for a client. */
export const refusalToAddVersion = (viewer: Viewer, { holder, createdBy, isInBin }: DocumentStatus): Verdict => {
  if (isInBin) return "stateConflict";
  if (!isHolder(viewer, holder)) return staffVerdict(viewer, documents.addVersion);
  return createdBy === viewer.userId ? null : "forbidden";
};

/** Office corrects what is called what, but nothing about itself. */
export const refusalToCorrect = (
  viewer: Viewer,
  { holder, isInBin }: Pick<DocumentStatus, "holder" | "isInBin">,
): Verdict => refusalToDecide(viewer, documents.correct, holder) ?? (isInBin ? "stateConflict" : null);

/** Whoever added it, and office; never what an accepted request refers to, or what is kept for a period. */
export function refusalToRemove(viewer: Viewer, { holder, createdBy, isUsed, isInBin }: DocumentStatus): Verdict {
  const byOffice = staffVerdict(viewer, documents.restore) === null && !isHolder(viewer, holder);
  if (!byOffice && createdBy !== viewer.userId) return "forbidden";
  if (isInBin) return "stateConflict";
  return isUsed ? "inUse" : null;
}

/** Nobody takes their own document out of the bin, into which a colleague may have put it. */
export const refusalToRestore = (
  viewer: Viewer,
  { holder, isInBin }: Pick<DocumentStatus, "holder" | "isInBin">,
): Verdict => refusalToDecide(viewer, documents.restore, holder) ?? (isInBin ? null : "stateConflict");

/** Office decides what came, but not about itself. */
export const refusalToClose = (
  viewer: Viewer,
  { holder, state }: { holder: Holder; state: string },
  outcome: "accepted" | "cancelled" | "again",
): Verdict =>
  refusalToDecide(viewer, documents.closeRequest, holder) ??
  (state === "received" || (state === "open" && outcome === "cancelled") ? null : "stateConflict");

/** Who may do what with a payment file. */
import { paymentFileCalls } from "@portico/api/payments/payment-files.ts";
import { staffVerdict, type Verdict } from "../../../kernel/policy.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import type { PaymentFileRow } from "./payment-files.queries.ts";

type Asked = Pick<PaymentFileRow, "state" | "createdBy">;

/** With four eyes on, by another person than who prepared it (`fourEyes`). */
export function refusalToRelease(viewer: Viewer, { state, createdBy }: Asked, { byTwo }: { byTwo: boolean }): Verdict {
  const verdict = staffVerdict(viewer, paymentFileCalls.releasePaymentFile);
  if (verdict !== null) return verdict;
  if (state !== "prepared") return "stateConflict";
  return byTwo && createdBy === viewer.userId ? "fourEyes" : null;
}

export const refusalToCancelFile = (viewer: Viewer, { state }: Pick<Asked, "state">): Verdict =>
  staffVerdict(viewer, paymentFileCalls.cancelPaymentFile) ?? (state === "prepared" ? null : "stateConflict");

/** Only what was released goes to the bank. */
export const refusalToDownload = (viewer: Viewer, { state }: Pick<Asked, "state">): Verdict =>
  staffVerdict(viewer, paymentFileCalls.downloadPaymentFile) ?? (state === "released" ? null : "stateConflict");

/** What staff may do with an entry of a pooled account. */
import { bankEntryCalls } from "@portico/api/payments/bank-entries.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { staffVerdict, type Verdict } from "../../../kernel/policy.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { refusalToDecide } from "../../holders/holders.policy.ts";
import type { BankEntryState } from "./bank-entries.queries.ts";

/** Nobody books money for themselves, or for a company that they act for. */
export const refusalToAssign = (viewer: Viewer, state: BankEntryState, holder: Holder | undefined): Verdict =>
  (holder
    ? refusalToDecide(viewer, bankEntryCalls.assignBankEntry, holder)
    : staffVerdict(viewer, bankEntryCalls.assignBankEntry)) ?? (state === "open" ? null : "stateConflict");

export const refusalToKeep = (viewer: Viewer, state: BankEntryState): Verdict =>
  staffVerdict(viewer, bankEntryCalls.keepBankEntry) ?? (state === "open" ? null : "stateConflict");

export const refusalToReopen = (viewer: Viewer, state: BankEntryState, holder: Holder | undefined): Verdict =>
  (holder
    ? refusalToDecide(viewer, bankEntryCalls.reopenBankEntry, holder)
    : staffVerdict(viewer, bankEntryCalls.reopenBankEntry)) ?? (state === "open" ? "stateConflict" : null);

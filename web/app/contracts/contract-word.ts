/** What a contract's state means to its reader: the state, and who ended it how. */
import type { ContractRow } from "@portico/api/contracts.ts";

export type ContractWord =
  | "awaitsClient"
  | "awaitsOthers"
  | "awaitsFirm"
  | "approved"
  | "ended"
  | "rejectedByClient"
  | "withdrawnByClient"
  | "rejectedByFirm"
  | "withdrawnByFirm";

type Facts = Pick<ContractRow, "state" | "signed" | "client_reject_msg" | "admin_reject_msg">;

/** Rejecting needs words, withdrawing has none: the same state stands for both. */
export function wordOf({ state, signed, client_reject_msg, admin_reject_msg }: Facts): ContractWord {
  switch (state) {
    case "awaitingClient":
      return signed > 0 ? "awaitsOthers" : "awaitsClient";
    case "awaitingAdmin":
      return "awaitsFirm";
    case "approved":
      return "approved";
    case "rejected":
      return "ended";
    case "rejectedByClient":
      return client_reject_msg === null ? "withdrawnByClient" : "rejectedByClient";
    case "rejectedByAdmin":
      return admin_reject_msg === null ? "withdrawnByFirm" : "rejectedByFirm";
  }
}

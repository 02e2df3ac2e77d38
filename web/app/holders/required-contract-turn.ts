/** Whose turn it is with the contract that a form's approval requires. */
import type { RequiredContract } from "@portico/api/forms/form-shapes.ts";

export type ContractTurn = "firmSends" | "youSign" | "othersSign" | "firmSigns" | "signed";

/** A contract that ended without success is sent anew. */
export function findTurn({ contract }: Pick<RequiredContract, "contract">): ContractTurn {
  switch (contract?.state) {
    case "awaitingClient":
      return contract?.signed_by_reader ? "othersSign" : "youSign";
    case "awaitingAdmin":
      return "firmSigns";
    case "approved":
      return "signed";
    default:
      return "firmSends";
  }
}

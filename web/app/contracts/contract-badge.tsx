/** A contract's state as a label: as the client reads it, or as staff do. */
import type { ContractRow } from "@portico/api/contracts.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import type { Translate } from "../ui/text.tsx";
import { useText } from "../ui/text.tsx";
import { wordOf } from "./contract-word.ts";

interface ContractBadgeProps {
  contract: ContractRow;
  forStaff?: boolean;
}

export function contractStateText(t: Translate, contract: ContractRow, forStaff = false): string {
  const word = wordOf(contract);
  if (forStaff) return t(`admin.contracts.state.${word}`);
  // Before the first signature, or with it still to come from the reader.
  if (word === "awaitsOthers" && contract.can.sign) return t("contracts.state.awaitsClient");
  return t(`contracts.state.${word}`);
}

export function ContractBadge({ contract, forStaff = false }: ContractBadgeProps) {
  const t = useText();
  return <StatusBadge status={contract.state}>{contractStateText(t, contract, forStaff)}</StatusBadge>;
}

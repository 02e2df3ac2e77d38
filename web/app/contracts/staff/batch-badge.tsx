/** How far a batch of contracts is. */
import type { ContractBatch } from "@portico/api/contracts.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";

const colours = { running: "blue", paused: "orange", done: "green", cancelled: "grey" } as const;

export function BatchBadge({ state }: Pick<ContractBatch, "state">) {
  const t = useText();
  return (
    <StatusBadge status={state} colour={colours[state]}>
      {t(`admin.contractBatch.state.${state}`)}
    </StatusBadge>
  );
}

/** How far a sending to many is. */
import type { ContractBulk } from "@portico/api/contracts.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";

const colours = { running: "blue", paused: "orange", done: "green", cancelled: "grey" } as const;

export function BulkBadge({ state }: Pick<ContractBulk, "state">) {
  const t = useText();
  return (
    <StatusBadge status={state} colour={colours[state]}>
      {t(`admin.bulk.state.${state}`)}
    </StatusBadge>
  );
}

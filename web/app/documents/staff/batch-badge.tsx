/** How far documents for many are. */
import type { DocumentBatch } from "@portico/api/documents.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";

const colours = { reading: "blue", ready: "orange", refused: "red", added: "green" } as const;

export function BatchBadge({ state }: Pick<DocumentBatch, "state">) {
  const t = useText();
  return (
    <StatusBadge status={state} colour={colours[state]}>
      {t(`admin.batch.state.${state}`)}
    </StatusBadge>
  );
}

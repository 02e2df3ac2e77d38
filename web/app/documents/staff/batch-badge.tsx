/** How far documents for many are. */
import type { DocumentBatch } from "@portico/api/documents.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";

const colours = { reading: "blue", ready: "orange", refused: "red", added: "green" } as const;

/** `confirmable`: known where its files were looked at; a list does not say that one waits for a confirmation it may lack. */
export function BatchBadge({ state, confirmable = false }: Pick<DocumentBatch, "state"> & { confirmable?: boolean }) {
  const t = useText();
  return (
    <StatusBadge status={state} colour={colours[state]}>
      {t(state === "ready" && confirmable ? "admin.batch.state.confirmable" : `admin.batch.state.${state}`)}
    </StatusBadge>
  );
}

/** The state of an import as a label. */
import type { ImportPreview } from "@portico/api/imports.ts";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";

const colours: Record<ImportPreview["state"], StatusColour> = {
  previewed: "orange",
  refused: "red",
  confirmed: "green",
  discarded: "grey",
};

export function ImportState({ state }: { state: ImportPreview["state"] }) {
  const t = useText();
  return (
    <StatusBadge status={state} colour={colours[state]}>
      {t(`admin.imports.state.${state}`)}
    </StatusBadge>
  );
}

/** Where a definition stands, and whether it has a draft besides. */
import type { StaffDefinition } from "@portico/api/funds.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";

const colours = { draft: "orange", published: "green", archived: "grey" } as const;

export function DefinitionState({ state, hasDraft }: { state: StaffDefinition["state"]; hasDraft: boolean }) {
  const t = useText();
  return (
    <>
      <StatusBadge status={state} colour={colours[state]}>
        {t(`admin.funds.state.${state}`)}
      </StatusBadge>
      {state !== "draft" && hasDraft && (
        <StatusBadge status="draft" colour="orange">
          {t("admin.funds.state.draft")}
        </StatusBadge>
      )}
    </>
  );
}

/** Filters a list by state, worded for users or for companies. */
import { NativeSelect } from "@mantine/core";
import type { ListedState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useText } from "../../ui/text.tsx";
import { listedStateChoices, listedStateText } from "./listed-state.tsx";

interface StateFilterProps {
  of: Holder["holderType"];
  state: ListedState | undefined;
  onChange: (state: ListedState | undefined) => void;
}

export function StateFilter({ of, state, onChange }: StateFilterProps) {
  const t = useText();
  return (
    <NativeSelect
      size="sm"
      aria-label={t("admin.clients.state")}
      value={state ?? ""}
      data={[
        { value: "", label: t("admin.clients.anyState") },
        ...listedStateChoices.map((value) => ({ value, label: listedStateText(t, of, value) })),
      ]}
      onChange={(event) => onChange((event.currentTarget.value || undefined) as ListedState | undefined)}
    />
  );
}

/** Narrows a list to those in one state, in the words of users or of companies. */
import { NativeSelect } from "@mantine/core";
import { type HolderState, holderStates } from "@portico/api/holder-states.ts";
import { useText } from "../../ui/text.tsx";

interface StateFilterProps {
  of: "users" | "companies";
  state: HolderState | undefined;
  onChange: (state: HolderState | undefined) => void;
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
        ...holderStates.map((value) => ({ value, label: t(`${of}.state.${value}`) })),
      ]}
      onChange={(event) => onChange((event.currentTarget.value || undefined) as HolderState | undefined)}
    />
  );
}

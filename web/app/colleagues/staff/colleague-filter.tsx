/** Filters a list by assigned colleague, or by none. */
import { NativeSelect } from "@mantine/core";
import { useText } from "../../ui/text.tsx";
import { useColleagues } from "./use-colleagues.ts";

interface ColleagueFilterProps {
  assigned: number | undefined;
  onChange: (assigned: number | undefined) => void;
}

export function ColleagueFilter({ assigned, onChange }: ColleagueFilterProps) {
  const t = useText();
  const { data: colleagues = [] } = useColleagues();
  return (
    <NativeSelect
      size="sm"
      aria-label={t("admin.lists.colleague")}
      value={assigned === undefined ? "" : String(assigned)}
      data={[
        { value: "", label: t("admin.lists.anyColleague") },
        { value: "0", label: t("admin.lists.noColleague") },
        ...colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget: { value } }) => onChange(value === "" ? undefined : Number(value))}
    />
  );
}

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
  const { data: colleagues = [], isSuccess } = useColleagues();
  // Of an address that was kept: the list stays narrowed, and the field says so.
  const isUnknown = assigned !== undefined && assigned !== 0 && !colleagues.some(({ id }) => id === assigned);
  return (
    <NativeSelect
      size="sm"
      aria-label={t("admin.lists.colleague")}
      value={assigned === undefined ? "" : String(assigned)}
      data={[
        { value: "", label: t("admin.lists.anyColleague") },
        { value: "0", label: t("admin.lists.noColleague") },
        ...colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
        ...(isUnknown ? [{ value: String(assigned), label: isSuccess ? t("admin.lists.formerColleague") : "…" }] : []),
      ]}
      onChange={({ currentTarget: { value } }) => onChange(value === "" ? undefined : Number(value))}
    />
  );
}

/** Filters the list by a data field: who has a value under it, or a certain one. */

import { NativeSelect } from "@mantine/core";
import { useCallback } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { SearchField } from "../../shell/search-field.tsx";
import { nameOfField } from "../../shell/staff/data-field-values.ts";
import type { ListSearch } from "../../shell/staff/lists/list-search.ts";
import { useLanguage, useText } from "../../ui/text.tsx";

interface FactFilterProps {
  asked: ListSearch;
  onChange: (change: Partial<ListSearch>) => void;
}

export function FactFilter({ asked, onChange }: FactFilterProps) {
  const t = useText();
  const language = useLanguage();
  const { data: fields = [] } = useCall(useApi().dataFields.list);
  const typed = useCallback((text: string) => onChange({ value: text || undefined }), [onChange]);
  const field = fields.find(({ id }) => id === asked.field);
  if (fields.length === 0) return null;
  const choices =
    field?.type === "choice"
      ? field.choices.map(({ id, name }) => ({ value: id, label: name[language] }))
      : [
          { value: "true", label: t("ui.answer.yes") },
          { value: "false", label: t("ui.answer.no") },
        ];
  return (
    <>
      <NativeSelect
        size="sm"
        aria-label={t("admin.fields.filter")}
        value={asked.field === undefined ? "" : String(asked.field)}
        data={[
          { value: "", label: t("admin.fields.filterNone") },
          ...fields.map((one) => ({ value: String(one.id), label: nameOfField(one, language) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ field: value === "" ? undefined : Number(value), value: undefined })
        }
      />
      {field && (field.type === "choice" || field.type === "yesNo") && (
        <NativeSelect
          size="sm"
          aria-label={nameOfField(field, language)}
          value={asked.value ?? ""}
          data={[{ value: "", label: t("admin.fields.anyValue") }, ...choices]}
          onChange={({ currentTarget: { value } }) => onChange({ value: value || undefined })}
        />
      )}
      {field && field.type !== "choice" && field.type !== "yesNo" && (
        <SearchField label={nameOfField(field, language)} asked={asked.value ?? ""} onChange={typed} />
      )}
    </>
  );
}

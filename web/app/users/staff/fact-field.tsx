/** The field of one fact about a client, by its type. */
import type { DataField } from "@portico/api/data-fields.ts";
import { factText, nameOfField } from "../../shell/staff/data-field-values.ts";
import { NativeSelect, TextInput } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { ReadValue } from "../../ui/read-value.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";

interface FactFieldProps {
  field: DataField;
  /** What is stored. */
  stored: unknown;
  typed: string;
  readOnly: boolean;
  error: string | undefined;
  onType: (text: string) => void;
}

export function FactField({ field, stored, typed, readOnly, error, onType }: FactFieldProps) {
  const t = useText();
  const language = useLanguage();
  const label = nameOfField(field, language);
  if (readOnly) return <ReadValue label={label} value={factText(t, language, field, stored)} />;
  const shared = { size: "sm" as const, label, value: typed, error };
  if (field.type === "choice" || field.type === "yesNo") {
    const choices =
      field.type === "choice"
        ? field.choices.map(({ id, name }) => ({ value: id, label: name[language] }))
        : [
            { value: "true", label: t("ui.answer.yes") },
            { value: "false", label: t("ui.answer.no") },
          ];
    return (
      <NativeSelect
        {...shared}
        data={[{ value: "", label: "–" }, ...choices]}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    );
  }
  if (field.type === "day")
    return <TextInput {...shared} type="date" onChange={(event) => onType(event.currentTarget.value)} />;
  return (
    <LimitedInput
      {...shared}
      limit={500}
      {...(field.type === "number" && { inputMode: "decimal" })}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}

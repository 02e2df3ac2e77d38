/** Inputs for the fields of a contract, each of its kind; what is typed is kept as the calls take it. */
import type { ContractField } from "@portico/api/contracts.ts";
import { LimitedInput } from "../ui/limited-input.tsx";
import { type Language, useLanguage, useText } from "../ui/text.tsx";
import { fieldFault, normalized, shownValue } from "./field-values.ts";

interface FieldInputsProps {
  fields: readonly ContractField[];
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
  /** After an attempt to go on: wrong and missing values are marked. */
  isTried: boolean;
  /** A trial: none has to be filled. */
  optional?: boolean;
  /** Values of the contract that this one replaces, shown where they differ. */
  before?: Record<string, string>;
  /** What the server refused, by field. */
  refused?: Record<string, string>;
}

export function FieldInputs({
  fields,
  values,
  onChange,
  isTried,
  before,
  refused = {},
  optional = false,
}: FieldInputsProps) {
  const t = useText();
  const language: Language = useLanguage();
  return fields.map((field) => {
    const { id, name, kind } = field;
    const value = values[id] ?? "";
    const fault = isTried ? fieldFault(field, value) : null;
    const earlier = before?.[id];
    const isReplaced = earlier !== undefined && earlier !== normalized(field, value);
    return (
      <LimitedInput
        key={id}
        name={`field-${id}`}
        type={kind === "day" ? "date" : "text"}
        {...((kind === "number" || kind === "amount") && { inputMode: "decimal" as const })}
        label={name[language]}
        required={!optional}
        limit={2000}
        value={value}
        description={
          isReplaced
            ? t("contracts.fields.before", { value: shownValue(field, language, earlier) || "–" })
            : kind === "amount" && fieldFault(field, value) === null
              ? t("contracts.fields.readAs", { value: shownValue(field, language, normalized(field, value)) })
              : undefined
        }
        error={fault ? t(`contracts.fields.${fault}`) : refused[id]}
        onChange={(event) => onChange({ ...values, [id]: event.currentTarget.value })}
      />
    );
  });
}

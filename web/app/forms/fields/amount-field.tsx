/** An amount, typed in the format of the reader's language and kept as an exact decimal. */
import { TextInput } from "@mantine/core";
import { useLanguage } from "../../ui/text.tsx";
import { readAmount } from "../../ui/typed-amount.ts";
import type { FieldTexts } from "./field-texts.ts";

interface AmountFieldProps {
  texts: FieldTexts;
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}

export function AmountField({ texts, name, value, onChange, onBlur }: AmountFieldProps) {
  const language = useLanguage();
  return (
    <TextInput
      label={texts.label}
      description={texts.hint}
      error={texts.error}
      withAsterisk={texts.required}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        // What is ambiguous stays as typed, and is refused.
        const read = readAmount(language, value);
        if (read !== undefined && read !== value) onChange(read);
        onBlur();
      }}
    />
  );
}

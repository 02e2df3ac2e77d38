/** A currency by its code and name. */
import { NativeSelect } from "@mantine/core";
import { useMemo } from "react";
import { useLanguage, useText } from "../ui/text.tsx";
import type { Words } from "./words.ts";

const usual = ["EUR", "PLN", "USD", "CHF", "GBP"];

interface CurrencySelectProps {
  words: Words;
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}

export function CurrencySelect({ words, name, value, onChange, onBlur }: CurrencySelectProps) {
  const t = useText();
  const language = useLanguage();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: "currency" });
    const all = Intl.supportedValuesOf("currency").filter((code) => !usual.includes(code));
    return [...usual, ...all].map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }));
  }, [language]);
  return (
    <NativeSelect
      label={words.label}
      description={words.hint}
      error={words.error}
      withAsterisk={words.required}
      name={name}
      value={value}
      data={[{ value: "", label: t("forms.choose") }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}

/** A currency by its code and name. */
import { NativeSelect } from "@mantine/core";
import { currenciesInUse } from "@portico/api/currencies.ts";
import { useMemo } from "react";
import { useCurrencyNames } from "../ui/currency-names.ts";
import { useText } from "../ui/text.tsx";
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
  const nameOf = useCurrencyNames();
  const options = useMemo(() => {
    const others = currenciesInUse.filter((code) => !usual.includes(code));
    return [...usual, ...others].map((code) => ({ value: code, label: `${code} · ${nameOf(code)}` }));
  }, [nameOf]);
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

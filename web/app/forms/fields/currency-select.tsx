/** A currency by its code and name. */
import { NativeSelect } from "@mantine/core";
import { currenciesInUse } from "@portico/api/currencies.ts";
import { useMemo } from "react";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { useText } from "../../ui/text.tsx";
import type { FieldTexts } from "./field-texts.ts";

const usual = ["EUR", "PLN", "USD", "CHF", "GBP"];

interface CurrencySelectProps {
  texts: FieldTexts;
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}

export function CurrencySelect({ texts, name, value, onChange, onBlur }: CurrencySelectProps) {
  const t = useText();
  const nameOf = useCurrencyNames();
  const options = useMemo(() => {
    const others = currenciesInUse.filter((code) => !usual.includes(code));
    return [...usual, ...others].map((code) => ({ value: code, label: `${code} · ${nameOf(code)}` }));
  }, [nameOf]);
  return (
    <NativeSelect
      label={texts.label}
      description={texts.hint}
      error={texts.error}
      withAsterisk={texts.required}
      name={name}
      value={value}
      data={[{ value: "", label: t("forms.choose") }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}

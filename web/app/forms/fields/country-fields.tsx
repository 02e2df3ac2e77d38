/** One country or several, sorted in the reader's language, common ones first. */
import { NativeSelect } from "@mantine/core";
import { useRef } from "react";
import { useCountries } from "../../shell/use-countries.ts";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../forms.module.css";
import type { FieldTexts } from "./field-texts.ts";

interface CountryProps {
  texts: FieldTexts;
  name: string;
  onChange: (value: unknown) => void;
  onBlur: () => void;
}

export function CountrySelect({ texts, name, value, onChange, onBlur }: CountryProps & { value: string }) {
  const t = useText();
  const countries = useCountries();
  const isKnown = value === "" || countries.some(({ code }) => code === value);
  return (
    <NativeSelect
      label={texts.label}
      description={texts.hint}
      error={texts.error}
      withAsterisk={texts.required}
      name={name}
      value={value}
      data={[
        { value: "", label: t("forms.choose") },
        ...(isKnown ? [] : [{ value, label: value }]),
        ...countries.map((country) => ({ value: country.code, label: country.name })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}

export function CountriesField({ texts, name, value, onChange, onBlur }: CountryProps & { value: unknown }) {
  const t = useText();
  const countries = useCountries();
  const chosen = Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
  const chooser = useRef<HTMLSelectElement>(null);
  const nameOf = (code: string): string => countries.find((country) => country.code === code)?.name ?? code;
  return (
    <div className={styles.countries}>
      <NativeSelect
        ref={chooser}
        label={texts.label}
        description={texts.hint}
        error={texts.error}
        withAsterisk={texts.required}
        name={name}
        value=""
        data={[
          { value: "", label: t(chosen.length === 0 ? "forms.choose" : "forms.chooseMore") },
          ...countries
            .filter(({ code }) => !chosen.includes(code))
            .map((country) => ({ value: country.code, label: country.name })),
        ]}
        onChange={({ currentTarget: { value: code } }) => {
          if (code !== "") onChange([...chosen, code]);
        }}
        onBlur={onBlur}
      />
      {chosen.length > 0 && (
        <ul className={styles.chosen}>
          {chosen.map((code) => (
            <li key={code}>
              {nameOf(code)}
              <button
                type="button"
                aria-label={t("forms.removeCountry", { name: nameOf(code) })}
                onClick={() => {
                  onChange(chosen.filter((each) => each !== code));
                  chooser.current?.focus();
                }}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

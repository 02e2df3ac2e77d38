/** A phone number with its country, checked when left. Returns E.164 for a valid number, otherwise the input. */
import { phoneLength } from "@portico/api/rules/phone.ts";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { excessText } from "./excess-text.ts";
import styles from "./phone-field.module.css";
import type * as PhoneNumbers from "./phone-numbers.ts";
import { RequiredMark } from "./required-mark.tsx";
import { useLanguage, useText } from "./text.tsx";

interface PhoneFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Two letters; a late suggestion does not replace a choice. */
  suggestedCountry?: string | null | undefined;
  label?: string;
  hint?: string;
  error?: string | undefined;
  required?: boolean;
  /** Shows the mark of a required field, where other fields have it. */
  withAsterisk?: boolean;
  name?: string;
}

const countryOfLanguage = { bg: "BG", en: "GB", pl: "PL" } as const;

export function PhoneField({
  value,
  onChange,
  suggestedCountry,
  label,
  hint,
  error,
  required,
  withAsterisk = false,
  name = "phone",
}: PhoneFieldProps) {
  const t = useText();
  const language = useLanguage();
  const id = useId();
  const numbers = usePhoneNumbers();
  const [chosen, setChosen] = useState<string>();
  /** The person's input; undefined while the given number is unchanged. */
  const [typed, setTyped] = useState<string>();
  const [lastValue, setLastValue] = useState(value);
  const [isWrong, setWrong] = useState(false);
  // Another device may change the number.
  if (lastValue !== value) {
    setLastValue(value);
    setTyped(undefined);
    setChosen(undefined);
  }
  const written = typed === undefined ? numbers?.writePhone(value) : null;
  const shown = typed ?? written?.national ?? value;
  const country = chosen ?? written?.country ?? suggestedCountry ?? countryOfLanguage[language];
  const shownError = excessText(t, shown, phoneLength.max) ?? error ?? (isWrong ? t("ui.phone.invalid") : undefined);
  const describedBy = [hint && `${id}-hint`, shownError && `${id}-error`].filter(Boolean).join(" ") || undefined;

  const field = useRef<HTMLInputElement>(null);
  // Once: input typed by the person or autofilled before this script ran.
  useEffect(() => {
    const early = field.current?.value;
    if (early && early !== shown) change(early, country);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function change(text: string, inCountry: string) {
    setTyped(text);
    // A given number determines its country.
    if (written) setChosen(inCountry);
    const read = numbers?.readPhone(text, inCountry);
    if (read) setWrong(false);
    if (read?.country && text.startsWith("+")) setChosen(read.country);
    const next = read?.number ?? text;
    setLastValue(next);
    onChange(next);
  }

  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label ?? t("ui.phone.label")}
        {withAsterisk && <RequiredMark />}
      </label>
      <div className={styles.row} data-error={shownError ? true : undefined}>
        <CountrySelect
          numbers={numbers}
          country={country}
          onChoose={(next) => {
            setChosen(next);
            change(shown, next);
          }}
        />
        <input
          ref={field}
          id={id}
          name={name}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          value={shown}
          required={required}
          aria-invalid={shownError ? true : undefined}
          aria-describedby={describedBy}
          onChange={(event) => change(event.target.value, country)}
          onBlur={() => setWrong(shown !== "" && numbers !== undefined && !numbers.readPhone(shown, country))}
        />
      </div>
      {shownError && (
        <p id={`${id}-error`} className={styles.error}>
          {shownError}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface CountrySelectProps {
  numbers: typeof PhoneNumbers | undefined;
  country: string;
  onChoose: (country: string) => void;
}

/** The country and its calling code. */
function CountrySelect({ numbers, country, onChoose }: CountrySelectProps) {
  const t = useText();
  const countries = useNamedCountries(numbers);
  return (
    <span className={styles.country}>
      <span aria-hidden="true">
        {country} +{countries.find((each) => each.code === country)?.calling ?? "…"}
      </span>
      <select
        aria-label={t("ui.phone.country")}
        autoComplete="tel-country-code"
        value={country}
        disabled={!numbers}
        onChange={(event) => onChoose(event.target.value)}
      >
        {countries.length === 0 && <option value={country}>{country}</option>}
        {countries.map((each) => (
          <option key={each.code} value={each.code}>
            {each.name} (+{each.calling})
          </option>
        ))}
      </select>
    </span>
  );
}

/** The library is loaded after the page; until then a number is accepted as typed. */
function usePhoneNumbers(): typeof PhoneNumbers | undefined {
  const [numbers, setNumbers] = useState<typeof PhoneNumbers>();
  useEffect(() => {
    let current = true;
    import("./phone-numbers.ts").then(
      (loaded) => current && setNumbers(loaded),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, []);
  return numbers;
}

function useNamedCountries(numbers: typeof PhoneNumbers | undefined) {
  const language = useLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: "region" });
    const collator = new Intl.Collator(language);
    return (numbers?.phoneCountries ?? [])
      .map((country) => ({ ...country, name: names.of(country.code) ?? country.code }))
      .sort((a, b) => collator.compare(a.name, b.name));
  }, [language, numbers]);
}

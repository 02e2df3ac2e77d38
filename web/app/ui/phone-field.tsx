/** A phone number: its country beside it, judged as it is left. Gives E.164 where the number is one, else what was typed. */
import { phoneLength } from "@portico/api/rules/limits.ts";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import styles from "./phone-field.module.css";
import type * as PhoneNumbers from "./phone-numbers.ts";
import { RequiredMark } from "./required-mark.tsx";
import { useLanguage, useText } from "./text.tsx";

interface PhoneFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Two letters; a suggestion that comes late does not overrule a choice. */
  suggestedCountry?: string | null | undefined;
  label?: string;
  hint?: string;
  error?: string | undefined;
  required?: boolean;
  /** The sign of a field that has to be filled in, where others have it. */
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
  /** What the person typed; undefined while the number stands as it was given. */
  const [typed, setTyped] = useState<string>();
  const [given, setGiven] = useState(value);
  const [isWrong, setWrong] = useState(false);
  // Another device may bring another number.
  if (given !== value) {
    setGiven(value);
    setTyped(undefined);
    setChosen(undefined);
  }
  const written = typed === undefined ? numbers?.writePhone(value) : null;
  const shown = typed ?? written?.national ?? value;
  const country = chosen ?? written?.country ?? suggestedCountry ?? countryOfLanguage[language];
  const countries = useNamedCountries(numbers);
  const shownError = error ?? (isWrong ? t("ui.phone.invalid") : undefined);
  const describedBy = [hint && `${id}-hint`, shownError && `${id}-error`].filter(Boolean).join(" ") || undefined;

  const field = useRef<HTMLInputElement>(null);
  // Once: what the person, or the browser's filling in, wrote before this script ran.
  useEffect(() => {
    const early = field.current?.value;
    if (early && early !== shown) take(early, country);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function take(text: string, inCountry: string) {
    const kept = text.slice(0, phoneLength.max);
    setTyped(kept);
    // A number that was given has told its country.
    if (written) setChosen(inCountry);
    const read = numbers?.readPhone(kept, inCountry);
    if (read) setWrong(false);
    if (read?.country && kept.startsWith("+")) setChosen(read.country);
    const next = read?.number ?? kept;
    setGiven(next);
    onChange(next);
  }

  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label ?? t("ui.phone.label")}
        {withAsterisk && <RequiredMark />}
      </label>
      <div className={styles.row} data-error={shownError ? true : undefined}>
        <span className={styles.country}>
          <span aria-hidden="true">
            {country} +{countries.find((each) => each.code === country)?.calling ?? "…"}
          </span>
          <select
            aria-label={t("ui.phone.country")}
            autoComplete="tel-country-code"
            value={country}
            disabled={!numbers}
            onChange={(event) => {
              setChosen(event.target.value);
              take(shown, event.target.value);
            }}
          >
            {countries.length === 0 && <option value={country}>{country}</option>}
            {countries.map((each) => (
              <option key={each.code} value={each.code}>
                {each.name} (+{each.calling})
              </option>
            ))}
          </select>
        </span>
        <input
          ref={field}
          id={id}
          name={name}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          maxLength={phoneLength.max}
          value={shown}
          required={required}
          aria-invalid={shownError ? true : undefined}
          aria-describedby={describedBy}
          onChange={(event) => take(event.target.value, country)}
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

/** The library comes after the page; until then a number is taken as typed. */
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

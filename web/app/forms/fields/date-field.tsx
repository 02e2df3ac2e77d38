/** A day, typed in three parts: no calendar to page through for a birth date, and an impossible day is reported at once. */

import { useRef, useState } from "react";
import { InputSection } from "../../ui/input-section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../forms.module.css";
import type { FieldTexts } from "./field-texts.ts";
import { type DayPart, type DayParts, dayOrder, readDay, typeInto } from "./typed-day.ts";

interface DateFieldProps {
  texts: FieldTexts;
  name: string;
  /** "YYYY-MM-DD", or an incomplete day with empty parts. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}

const partsOf = (value: string): DayParts => {
  const [year = "", month = "", day = ""] = value.split("-");
  return { year, month, day };
};

export function DateField({ texts, name, value, onChange, onBlur }: DateFieldProps) {
  const t = useText();
  const language = useLanguage();
  const [typed, setTyped] = useState(partsOf(value));
  const [given, setGiven] = useState(value);
  // Another device, or copying a known person, may change the day.
  if (given !== value) {
    setGiven(value);
    setTyped(partsOf(value));
  }

  const boxes = useRef<Partial<Record<DayPart, HTMLInputElement | null>>>({});

  function goTo(part: DayPart | undefined) {
    const box = part && boxes.current[part];
    box?.focus();
    box?.select();
  }
  function take(parts: DayParts) {
    setTyped(parts);
    const isNone = parts.day === "" && parts.month === "" && parts.year === "";
    const joined = isNone ? "" : `${parts.year}-${pad(parts.month)}-${pad(parts.day)}`;
    setGiven(joined);
    onChange(joined);
  }

  return (
    <InputSection
      {...texts}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
      }}
    >
      <div className={styles.dateParts}>
        {dayOrder.map((part, index) => (
          <input
            key={part}
            name={part === "day" ? name : `${name}.${part}`}
            inputMode="numeric"
            autoComplete="off"
            aria-label={`${texts.label}: ${t(`forms.date.${part}`)}`}
            aria-invalid={texts.error ? true : undefined}
            placeholder={t(`forms.date.${part}Short`)}
            data-part={part}
            lang={language}
            value={typed[part]}
            ref={(element) => {
              boxes.current[part] = element;
            }}
            onChange={(event) => {
              const { parts, next } = typeInto(typed, part, event.target.value);
              take(parts);
              goTo(next);
            }}
            onPaste={(event) => {
              const day = readDay(event.clipboardData.getData("text"));
              if (!day) return;
              event.preventDefault();
              take(day);
              goTo("year");
            }}
            onKeyDown={(event) => {
              // Backspace in an empty box continues in the previous one.
              if (event.key !== "Backspace" || typed[part] !== "" || index === 0) return;
              event.preventDefault();
              goTo(dayOrder[index - 1]);
            }}
          />
        ))}
      </div>
    </InputSection>
  );
}

/** One digit is padded with a zero when the part is left; an empty part stays empty, so that no day is guessed. */
const pad = (text: string): string => (text.length === 1 ? `0${text}` : text);

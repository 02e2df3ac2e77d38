/** A day, typed in three parts: no calendar to page through for a birth date, and an impossible day is told at once. */

import { useState } from "react";
import { InputSection } from "../ui/input-section.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./forms.module.css";
import type { Words } from "./words.ts";

interface DateFieldProps {
  words: Words;
  name: string;
  /** "YYYY-MM-DD", or what was typed so far with empty parts. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}

type Part = "day" | "month" | "year";
/** Bulgarian and Polish write day, month, year; so does everybody who reads English in Europe. */
const order: readonly Part[] = ["day", "month", "year"];
const lengths: Record<Part, number> = { day: 2, month: 2, year: 4 };

const partsOf = (value: string): Record<Part, string> => {
  const [year = "", month = "", day = ""] = value.split("-");
  return { year, month, day };
};

export function DateField({ words, name, value, onChange, onBlur }: DateFieldProps) {
  const t = useText();
  const language = useLanguage();
  const [typed, setTyped] = useState(partsOf(value));
  const [given, setGiven] = useState(value);
  // Another device, or a known person taken over, may bring another day.
  if (given !== value) {
    setGiven(value);
    setTyped(partsOf(value));
  }

  function type(part: Part, text: string) {
    const next = { ...typed, [part]: text.replace(/\D/g, "").slice(0, lengths[part]) };
    setTyped(next);
    const isEmpty = next.day === "" && next.month === "" && next.year === "";
    const joined = isEmpty ? "" : `${next.year}-${pad(next.month)}-${pad(next.day)}`;
    setGiven(joined);
    onChange(joined);
  }

  return (
    <InputSection
      {...words}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
      }}
    >
      <div className={styles.dateParts}>
        {order.map((part) => (
          <input
            key={part}
            name={part === "day" ? name : `${name}.${part}`}
            inputMode="numeric"
            autoComplete="off"
            aria-label={`${words.label}: ${t(`forms.date.${part}`)}`}
            aria-invalid={words.error ? true : undefined}
            placeholder={t(`forms.date.${part}Short`)}
            data-part={part}
            lang={language}
            value={typed[part]}
            onChange={(event) => type(part, event.target.value)}
          />
        ))}
      </div>
    </InputSection>
  );
}

/** One digit gets its zero once the part is left; an empty part stays empty, so that nobody's day is guessed. */
const pad = (text: string): string => (text.length === 1 ? `0${text}` : text);

/** What a general text leaves to the firm: one field for each place, put into the text of one language or of all. */
import { fillPlace, placeNames } from "@portico/api/rules/places-to-fill.ts";
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/fields.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useText } from "../../../ui/text.tsx";
import styles from "./texts.module.css";

/** A text of a language as it is once the place is filled in. */
type Fill = (language: Language, text: string) => string;

interface PlacesFormProps {
  /** All texts of each language. */
  texts: Readonly<Record<Language, readonly string[]>>;
  language: Language;
  /** `fill` is to be applied to every text. */
  onFill: (fill: Fill) => void;
}

export function PlacesForm({ texts, language, onFill }: PlacesFormProps) {
  const t = useText();
  const names = placeNames(texts[language]);
  if (names.length === 0) return null;
  // The languages have the same places in the same order until somebody changes one of them by hand.
  const areAlike = languages.every((one) => placeNames(texts[one]).length === names.length);
  const put = (at: number, value: string, isMeant: (of: Language) => boolean) =>
    onFill((of, text) => (isMeant(of) ? fillPlace(text, placeNames(texts[of])[at] ?? "", value) : text));
  return (
    <Notice tone="attention" title={t("admin.places.title", { count: names.length })}>
      <p>{t("admin.places.hint")}</p>
      <ul className={styles.places}>
        {names.map((name, at) => (
          <Place
            key={name}
            name={name}
            language={language}
            onPut={(value) => put(at, value, (of) => of === language)}
            onPutInAll={areAlike ? (value) => put(at, value, () => true) : undefined}
          />
        ))}
      </ul>
    </Notice>
  );
}

interface PlaceProps {
  name: string;
  language: Language;
  onPut: (value: string) => void;
  onPutInAll: ((value: string) => void) | undefined;
}

function Place({ name, language, onPut, onPutInAll }: PlaceProps) {
  const t = useText();
  const [value, setValue] = useState("");
  const typed = value.trim();
  return (
    <li>
      <TextInput
        label={name}
        lang={language}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // It is within the form of the text.
          event.preventDefault();
          if (typed !== "") onPut(typed);
        }}
      />
      <span className={styles.put}>
        <Button
          size="compact-sm"
          variant="light"
          disabled={typed === ""}
          aria-label={`${t("admin.places.put")}: ${name}`}
          onClick={() => onPut(typed)}
        >
          {t("admin.places.put")}
        </Button>
        {onPutInAll && (
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={typed === ""}
            aria-label={`${t("admin.places.putInAll")}: ${name}`}
            onClick={() => onPutInAll(typed)}
          >
            {t("admin.places.putInAll")}
          </Button>
        )}
      </span>
    </li>
  );
}

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
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const names = placeNames(texts[language]);
  if (names.length === 0) return null;
  // The languages have the same places in the same order until somebody changes one of them by hand.
  const areAlike = languages.every((one) => placeNames(texts[one]).length === names.length);
  const isTyped = names.some((name) => (values[name] ?? "").trim() !== "");
  const put = (isMeant: (of: Language) => boolean) => {
    onFill((of, text) => {
      if (!isMeant(of)) return text;
      // By their order, not by their names: each language has its own.
      const own = placeNames(texts[of]);
      return names.reduce((filled, name, at) => {
        const value = (values[name] ?? "").trim();
        return value === "" ? filled : fillPlace(filled, own[at] ?? "", value);
      }, text);
    });
    setValues({});
  };
  return (
    <Notice tone="attention" title={t("admin.places.title")}>
      <p>{t("admin.places.hint")}</p>
      <div className={styles.places}>
        {names.map((name) => (
          <TextInput
            key={name}
            label={name}
            lang={language}
            value={values[name] ?? ""}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            onKeyDown={(event) => {
              // It is within the form of the text, which is not to be saved yet.
              if (event.key === "Enter") event.preventDefault();
            }}
          />
        ))}
      </div>
      <div className={styles.put}>
        {areAlike && (
          <Button size="compact-sm" disabled={!isTyped} onClick={() => put(() => true)}>
            {t("admin.places.putInAll")}
          </Button>
        )}
        <Button size="compact-sm" variant="default" disabled={!isTyped} onClick={() => put((of) => of === language)}>
          {t("admin.places.putInOne", { language: t(`shell.language.${language}`) })}
        </Button>
      </div>
    </Notice>
  );
}

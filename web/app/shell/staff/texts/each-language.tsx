/** A text of one line in each language, with a field for each. */
import { languages } from "@portico/messages/catalogue.ts";
import type { ComponentProps } from "react";
import { LimitedInput } from "../../../ui/limited-input.tsx";
import { type Language, useText } from "../../../ui/text.tsx";

type Texts = Record<Language, string>;
type Shared = Pick<ComponentProps<typeof LimitedInput>, "limit" | "readOnly" | "size" | "required">;

interface EachLanguageProps extends Shared {
  texts: Texts;
  /** Of the field, by the language's name: the name alone if not given. */
  labelIn?: (name: string) => string;
  errorIn: (language: Language) => string | undefined;
  onChange: (texts: Texts) => void;
}

export function EachLanguage({ texts, labelIn = (name) => name, errorIn, onChange, ...rest }: EachLanguageProps) {
  const t = useText();
  return languages.map((language) => (
    <LimitedInput
      key={language}
      {...rest}
      lang={language}
      label={labelIn(t(`shell.language.${language}`))}
      value={texts[language]}
      error={errorIn(language)}
      onChange={(event) => onChange({ ...texts, [language]: event.currentTarget.value })}
    />
  ));
}

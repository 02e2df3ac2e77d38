/**
 * Fields for texts of a limited length. What is typed or pasted stays, and the field says by how much it is too long; the
 * browser's own limit (`maxlength`) cuts what is pasted without a word, and counts an emoji as two.
 */
import { countCharacters, isLongerThan } from "@portico/api/rules/characters.ts";
import type { ComponentProps } from "react";
import { Textarea, TextInput } from "./fields.tsx";
import { type Translate, useText } from "./text.tsx";

/** How many characters are too many, as the server counts them; undefined if the text fits. */
export function excessText(t: Translate, text: string, limit: number): string | undefined {
  const counted = text.trim();
  return isLongerThan(counted, limit)
    ? t("field.tooManyCharacters", { count: countCharacters(counted) - limit, limit })
    : undefined;
}

interface Limited {
  value: string;
  /** The most characters. */
  limit: number;
}

export function LimitedInput({ limit, error, ...rest }: ComponentProps<typeof TextInput> & Limited) {
  const t = useText();
  return <TextInput {...rest} error={excessText(t, rest.value, limit) ?? error} />;
}

export function LimitedTextarea({ limit, error, ...rest }: ComponentProps<typeof Textarea> & Limited) {
  const t = useText();
  return <Textarea {...rest} error={excessText(t, rest.value, limit) ?? error} />;
}

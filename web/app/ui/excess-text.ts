/**
 * How much is too much, in words. What is typed or pasted stays, and the field says by how much it is too long; the browser's
 * own limit (`maxlength`) cuts what is pasted without a word, and counts an emoji as two.
 */
import { countCharacters, isLongerThan } from "@portico/api/rules/characters.ts";
import type { Translate } from "./text.tsx";

/** How many characters are too many, as the server counts them; undefined if the text fits. */
export function excessText(t: Translate, text: string, limit: number): string | undefined {
  const counted = text.trim();
  return isLongerThan(counted, limit)
    ? t("field.tooManyCharacters", { count: countCharacters(counted) - limit, limit })
    : undefined;
}

export interface Limited {
  value: string;
  /** The most characters. */
  limit: number;
}

/** Texts of a form's definition, for its pages and for others that refer to it. */
import type { TextKey, Translate } from "../ui/text.tsx";

/** Text of a key derived from a definition; a test proves that each has a text. */
export const formText = (t: Translate, key: string): string => (t as (key: TextKey) => string)(key as TextKey);

/** The words of a form's definition, for its pages and for what tells of it. */
import type { TextKey, Translate } from "../ui/text.tsx";

/** Words a key that was made from a definition; a test proves that each of them has its words. */
export const formText = (t: Translate, key: string): string => (t as (key: TextKey) => string)(key as TextKey);

/** The firm's own texts of mails, as they are typed: only what differs from the shipped texts is kept. */
import type { Language } from "@portico/api/shapes.ts";
import { languages } from "@portico/messages/catalogue.ts";

export interface OwnText {
  id: string;
  words: Record<Language, string | null>;
}

/** Null for the shipped text. */
export const wordsOf = (texts: readonly OwnText[], key: string, language: Language): string | null =>
  texts.find(({ id }) => id === key)?.words[language] ?? null;

interface Change {
  key: string;
  language: Language;
  /** Null, or what is shipped: no own text. */
  words: string | null;
  text: { shipped: Record<Language, string> };
}

/** The texts with one changed in a language, in the order of their keys. */
export function changeText(texts: readonly OwnText[], { key, language, words, text }: Change): OwnText[] {
  const before = texts.find(({ id }) => id === key)?.words ?? { bg: null, en: null, pl: null };
  const after = { ...before, [language]: words === text.shipped[language] ? null : words };
  const others = texts.filter(({ id }) => id !== key);
  const isOwn = languages.some((each) => after[each] !== null);
  return (isOwn ? [...others, { id: key, words: after }] : others).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

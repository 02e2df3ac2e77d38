/** Languages that were left behind: others were changed, and they were not since. Without zod, because pages load it. */
const languages = ["bg", "en", "pl"] as const;
type Language = (typeof languages)[number];

/** The texts of a version by language, or something that differs exactly if they do. */
export type TextsByLanguage = Readonly<Record<Language, string>>;

/**
 * The languages that are behind after these versions, the oldest first. A change of some languages leaves the others
 * behind, until each was changed too; a change of languages that are behind catches up, and leaves no other behind.
 */
export function languagesBehind(versions: readonly TextsByLanguage[]): Language[] {
  let behind: readonly Language[] = [];
  for (const [place, version] of versions.entries()) {
    const before = versions[place - 1];
    if (!before) continue;
    const changed = languages.filter((language) => version[language] !== before[language]);
    if (changed.length === 0) continue;
    const isCatchingUp = changed.every((language) => behind.includes(language));
    const since = isCatchingUp ? behind : languages;
    behind = since.filter((language) => !changed.includes(language));
  }
  return [...behind];
}

/** All texts of a language within a value that has texts in each language at any depth. */
export function textsIn(value: unknown, language: Language): string {
  const found: unknown[] = [];
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) {
      for (const one of part) visit(one);
      return;
    }
    if (typeof part !== "object" || part === null) return;
    for (const [name, one] of Object.entries(part)) {
      if (name === language) found.push(one);
      else visit(one);
    }
  };
  visit(value);
  return JSON.stringify(found);
}

export const textsByLanguage = (value: unknown): TextsByLanguage => ({
  bg: textsIn(value, "bg"),
  en: textsIn(value, "en"),
  pl: textsIn(value, "pl"),
});

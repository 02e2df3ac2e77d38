/** Texts in three languages that a change leaves as they were in some of them. */
import { type Language, languages } from "@portico/messages/catalogue.ts";

type Texts = Record<Language, string>;

interface PartlyChanged {
  /** Within the value, such as "terms". */
  path: string;
  before: Texts;
  after: Texts;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A text that is not there is empty. */
const textsOf = (value: Record<string, unknown>): Texts | undefined =>
  languages.every((language) => value[language] === null || typeof value[language] === "string")
    ? (Object.fromEntries(languages.map((language) => [language, value[language] ?? ""])) as Texts)
    : undefined;

/** The texts within two values of a setting of which some languages change and others do not. */
export function partlyChanged(before: unknown, after: unknown, path = ""): PartlyChanged[] {
  if (!isRecord(before) || !isRecord(after)) return [];
  const texts = { before: textsOf(before), after: textsOf(after) };
  if (texts.before && texts.after) {
    const changed = languages.filter((language) => texts.before?.[language] !== texts.after?.[language]);
    return changed.length > 0 && changed.length < languages.length
      ? [{ path, before: texts.before, after: texts.after }]
      : [];
  }
  return Object.keys(before).flatMap((name) =>
    partlyChanged(before[name], after[name], path === "" ? name : `${path}.${name}`),
  );
}

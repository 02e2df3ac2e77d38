/** Texts of mails that a firm writes itself, instead of those that the portal is shipped with. */
import type { FieldCode } from "@portico/api/errors.ts";
import type { Language } from "@portico/api/shapes.ts";
import { type Catalogue, languages } from "@portico/messages/catalogue.ts";
import { readMessage } from "@portico/messages/icu.ts";
import { messageIn, textIn, textKeys, textWith } from "@portico/messages/server-text.ts";
import type { Translate } from "@portico/messages/text.ts";
import { writeMessage } from "@portico/messages/write-message.ts";

/** Own texts by key, ICU in each language; null for the shipped one. */
export type OwnTexts = readonly { id: string; words: Readonly<Record<Language, string | null>> }[];

/** Layout, which stays: the footer, the line above which one replies; and words that no mail is written with. */
const kept = /^mail\.(footer|replyAbove)$|^mail\.(archive|contract|file)\./;

/** The texts that a firm may write itself. */
export const ownTextKeys: readonly string[] = textKeys.filter((key) => key.startsWith("mail.") && !kept.test(key));
const known = new Set(ownTextKeys);

/** The text as it is shipped, in ICU. */
export const shippedText = (language: Language, key: string): string => writeMessage(messageIn(language, key) ?? "");

/** What stands for values in the shipped text. */
export const placeholdersOf = (key: string): string[] => [...readMessage(shippedText("en", key), "en").params.keys()];

export interface TextFault {
  code: FieldCode;
  /** The placeholder; none if the text as a whole is wrong. */
  name?: string;
}

/** What is wrong with an own text: no ICU, a placeholder that the mail does not fill, or one that it lacks. */
export function findTextFaults(language: Language, key: string, words: string): TextFault[] {
  if (!known.has(key)) return [{ code: "unknown" }];
  const { params, problems } = readMessage(words, language);
  if (problems.length > 0) return [{ code: "badMessage" }];
  const wanted = readMessage(shippedText(language, key), language).params;
  const isUnfit = (name: string): boolean => {
    const [kind, shipped] = [params.get(name), wanted.get(name)];
    // A number or date may be written as text, but text is no number.
    return kind !== "text" && kind !== shipped && !(shipped === "text" && kind === "choice");
  };
  return [
    ...[...params.keys()]
      .filter((name) => !wanted.has(name))
      .map((name) => ({ code: "unknownPlaceholder" as const, name })),
    ...[...wanted.keys()]
      .filter((name) => !params.has(name))
      .map((name) => ({ code: "missingPlaceholder" as const, name })),
    ...[...params.keys()]
      .filter((name) => wanted.has(name) && isUnfit(name))
      .map((name) => ({ code: "badMessage" as const, name })),
  ];
}

/** Compiled once for each value of the setting, which is replaced as a whole. */
const compiled = new WeakMap<OwnTexts, Record<Language, Catalogue>>();

function compile(texts: OwnTexts): Record<Language, Catalogue> {
  const found = compiled.get(texts);
  if (found) return found;
  const made: Record<Language, Catalogue> = { bg: {}, en: {}, pl: {} };
  for (const { id, words } of texts)
    for (const language of languages) {
      const text = words[language];
      // One that a newer version of the portal no longer fills: the shipped text is sent.
      if (text !== null && findTextFaults(language, id, text).length === 0)
        made[language][id] = readMessage(text, language).compiled;
    }
  compiled.set(texts, made);
  return made;
}

/** The translator of mails: own texts where there are any that can be used. */
export const translate = (language: Language, texts: OwnTexts | undefined): Translate =>
  texts && texts.length > 0 ? textWith(language, compile(texts)[language]) : textIn(language);

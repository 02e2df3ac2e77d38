/** The search of the help: every word must begin a word of a page; pages with all of them in the title come first. */
import type { HelpSubject } from "@portico/messages/help/subjects.ts";
import { type HelpBlock, type HelpPage, plainText } from "./help-page.ts";

export interface Found {
  subject: HelpSubject;
  title: string;
  /** The first part of the text with one of the words. */
  excerpt: string;
}

/** Without case and marks, also those of ł, which Unicode does not take apart. */
const plain = (text: string): string => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");

const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The texts of the blocks, one each for paragraphs, headings and items. */
const textsOf = (blocks: readonly HelpBlock[]): string[] =>
  blocks.flatMap((block) =>
    block.kind === "list" ? block.items.flatMap((item) => textsOf(item)) : [plainText(block.content)],
  );

export function searchHelp(pages: readonly { subject: HelpSubject; page: HelpPage }[], search: string): Found[] {
  const asked = wordsOf(search);
  if (asked.length === 0) return [];
  const isIn = (word: string, words: readonly string[]) => words.some((one) => one.startsWith(word));
  const found = pages.flatMap(({ subject, page: { title, lead, blocks } }) => {
    const texts = [plainText(lead), ...textsOf(blocks)];
    const inTitle = wordsOf(title);
    const all = [...inTitle, ...texts.flatMap(wordsOf)];
    if (!asked.every((word) => isIn(word, all))) return [];
    const excerpt = texts.find((text) => asked.some((word) => isIn(word, wordsOf(text)))) ?? texts[0] ?? "";
    return [{ subject, title, excerpt, first: asked.every((word) => isIn(word, inTitle)) }];
  });
  return found
    .sort((a, b) => Number(b.first) - Number(a.first))
    .map(({ subject, title, excerpt }) => ({ subject, title, excerpt }));
}

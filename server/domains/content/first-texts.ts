/** The texts that a first draft of each page begins with. They are general: a firm replaces what does not apply to it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ContentPage, ContentText, ContentTexts } from "@portico/api/rules/content.ts";
import { type Language, languages } from "@portico/api/shapes.ts";

/** A file is a title (`# …`), a paragraph that is the description, and the text. */
async function readText(folder: string, page: ContentPage, language: Language): Promise<ContentText> {
  const file = join(folder, `${page}.${language}.md`);
  const [title = "", description = "", ...body] = (await readFile(file, "utf8")).trim().split("\n\n");
  return { title: title.replace(/^# /, ""), description, body: body.join("\n\n") };
}

/** The texts of a page, from a folder of such files. */
export async function readTexts(folder: string, page: ContentPage): Promise<ContentTexts> {
  const texts = await Promise.all(languages.map((language) => readText(folder, page, language)));
  return Object.fromEntries(languages.map((language, place) => [language, texts[place]])) as unknown as ContentTexts;
}

/** General texts: places that differ from firm to firm are left open (rules/places-to-fill.ts). */
export const getStartingTexts = (page: ContentPage): Promise<ContentTexts> =>
  readTexts(join(import.meta.dirname, "texts"), page);

/** Reads the texts of a page on a worker thread, because a hostile one can take seconds. */
import { type ContentTexts, contentPlaceholders } from "@portico/api/rules/content.ts";
import { type Language, languages } from "@portico/api/shapes.ts";
import { parseContent } from "@portico/pdf/markdown/content.ts";

/** The languages whose Markdown cannot be shown. */
export async function run({ texts }: { texts: ContentTexts }): Promise<Language[]> {
  return languages.filter((language) => "faults" in parseContent(texts[language].body, contentPlaceholders));
}

/** The starting texts of a page as a firm publishes them: every place filled in. */
import type { ContentPage, ContentTexts } from "@portico/api/rules/content.ts";
import { fillPlace, placeNames } from "@portico/api/rules/places-to-fill.ts";
import { getStartingTexts } from "../first-texts.ts";

const fill = (text: string): string =>
  placeNames([text]).reduce((filled, name) => fillPlace(filled, name, "Sofia"), text);

export async function filledTexts(page: ContentPage): Promise<ContentTexts> {
  const { bg, en, pl } = await getStartingTexts(page);
  return { bg: { ...bg, body: fill(bg.body) }, en: { ...en, body: fill(en.body) }, pl: { ...pl, body: fill(pl.body) } };
}

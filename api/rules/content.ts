/** Rules of the firm's public pages that their editor checks too. Without zod. */
import { type PlaceToFill, placesToFill } from "./places-to-fill.ts";

/** The public pages; `target` is the introduction above the target funds. */
export const contentPages = ["fees", "treasury", "target", "faq", "terms", "privacy", "legal"] as const;
export type ContentPage = (typeof contentPages)[number];

/** Pages to which registering refers, or which the law has the firm show: a new version replaces them, and they are never taken offline. */
export const lastingPages: readonly ContentPage[] = ["fees", "terms", "privacy"];

/** Where a page is, without its language. */
export const contentPath = (page: ContentPage): string => `/learn-more/${page}`;

/** Longest title, description (as search engines show it), and Markdown text, in characters. */
export const contentLimits = { title: 120, description: 300, body: 60_000 } as const;

/** What stands for a placeholder on every page: the firm, its mail address, and the tables of two settings. */
export const contentPlaceholders = ["firm", "supportEmail", "fees", "banks", "interest"] as const;
export type ContentPlaceholder = (typeof contentPlaceholders)[number];

export interface ContentText {
  title: string;
  description: string;
  body: string;
}
const languages = ["bg", "en", "pl"] as const;
export type ContentTexts = Record<(typeof languages)[number], ContentText>;

/** The places of a page's texts that nobody has filled in, by path: `texts.pl.body`. */
export const unfilledPlaces = (texts: ContentTexts): (PlaceToFill & { path: string })[] =>
  languages.flatMap((language) =>
    (["title", "description", "body"] as const).flatMap((part) =>
      placesToFill(texts[language][part]).map((one) => ({ ...one, path: `texts.${language}.${part}` })),
    ),
  );

/** The parts that are missing for publication, as paths: `texts.pl.title`. */
export const missingParts = (texts: ContentTexts): string[] =>
  languages.flatMap((language) =>
    (["title", "description", "body"] as const)
      .filter((part) => texts[language][part].trim() === "")
      .map((part) => `texts.${language}.${part}`),
  );

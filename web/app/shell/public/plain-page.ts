/**
 * Pages that are complete without the application's scripts: texts that visitors read and search engines index. Their
 * documents are the same for everyone, so that they can be cached.
 */
import { useMatches } from "react-router";

/** Marks the answer with a plain page within the server; not sent. */
export const plainHeader = "x-plain-page";

interface PublicPage {
  isPlain?: true;
  isReadable?: true;
  /**
   * What the document reads of an address's query, always written alike, so that the page server keeps one document for
   * all who see the same; null for input of one reader, which is not kept.
   */
  keptSearch: (search: URLSearchParams) => string | null;
}

/** The `handle` of a route whose document has no scripts but the small one of `plain-script.ts`. */
export const plainPage: PublicPage = { isPlain: true, keptSearch: () => "" };

/** The `handle` of a route whose document is complete without scripts, but has them, for what a reader tries out. */
export const readablePage: PublicPage = { isReadable: true, keptSearch: () => "" };

/** How a public page is kept; undefined for any other page. */
export const keptSearchOf = (handle: unknown): PublicPage["keptSearch"] | undefined =>
  has(handle, "isPlain") || has(handle, "isReadable") ? (handle as PublicPage).keptSearch : undefined;

const has = (handle: unknown, name: "isPlain" | "isReadable"): boolean =>
  typeof handle === "object" && handle !== null && Reflect.get(handle, name) === true;
const isPlain = (handle: unknown): boolean => has(handle, "isPlain");

/** Whether one of the routes is declared as a plain page. */
export const hasPlain = (handles: readonly unknown[]): boolean => handles.some(isPlain);
/** Whether one of the routes is complete without scripts, but has them. */
export const hasReadable = (handles: readonly unknown[]): boolean =>
  handles.some((handle) => has(handle, "isReadable"));

export const useIsPlain = (): boolean => hasPlain(useMatches().map(({ handle }) => handle));

/** Whether nobody needs scripts to read the page, which then has a description of its own. */
export const useIsReadable = (): boolean =>
  useMatches().some(({ handle }) => isPlain(handle) || has(handle, "isReadable"));

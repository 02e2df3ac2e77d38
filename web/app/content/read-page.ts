/** The loader and the meta data of a public page. */
import { api } from "virtual:portico-api";
import { createClient } from "@portico/api/client.ts";
import type { content } from "@portico/api/content.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { type ContentPage, contentPath } from "@portico/api/rules/content.ts";
import { defaultLanguage, languages } from "@portico/messages/catalogue.ts";
import { createText } from "@portico/messages/text.ts";
import type { LoaderFunctionArgs, MetaDescriptor } from "react-router";
import type { RootData } from "../shell/layouts/brand.ts";
import { isMissing } from "../shell/public/is-missing.ts";
import { searchEngines } from "../shell/public/search-engines.ts";
import { serverContext } from "../shell/server-context.ts";

export type PublishedPage = Answer<(typeof content)["get"]>;
/** A page of which nothing is published: it has its address and title, so that links to it lead somewhere. */
export type UnpublishedPage = Pick<PublishedPage, "page" | "title">;
export type ReadPage = PublishedPage | UnpublishedPage;

export const isPublished = (page: ReadPage): page is PublishedPage => "blocks" in page;

const languageOf = (path: string) => languages.find((language) => path.split("/")[1] === language) ?? defaultLanguage;

const catalogues = {
  bg: () => import("@portico/messages/generated/portal.bg.ts"),
  en: () => import("@portico/messages/generated/portal.en.ts"),
  pl: () => import("@portico/messages/generated/portal.pl.ts"),
} as const;

/** Reads a page in the language of the address. */
export const pageLoader =
  (page: ContentPage) =>
  async ({ context, request }: LoaderFunctionArgs): Promise<ReadPage> => {
    const language = languageOf(new URL(request.url).pathname);
    try {
      return await createClient(api, context.get(serverContext).apiFetch).content.get({
        params: { page },
        query: { language },
      });
    } catch (error) {
      if (!isMissing(error)) throw error;
      const { catalogue } = await catalogues[language]();
      return { page, title: createText(language, [catalogue])(`shell.learnMore.${page}`) };
    }
  };

interface MetaArgs {
  loaderData: ReadPage | undefined;
  location: { pathname: string };
  matches: ({ id: string; loaderData: unknown } | undefined)[];
}

/** What search engines learn of the page; one without a text is not listed. */
export function pageMeta({ loaderData: page, location, matches }: MetaArgs): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
  if (!page || !root) return [];
  if (!isPublished(page))
    return [{ title: `${page.title} · ${root.brand.name}` }, { name: "robots", content: "noindex" }];
  return searchEngines({
    root,
    language: languageOf(location.pathname),
    path: contentPath(page.page),
    title: page.title,
    description: page.description,
    picture: page.picture,
    publishedAt: page.published_at,
  });
}
